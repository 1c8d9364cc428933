//! Prints what the parser finds. Each line of standard input is a case: a kind (1 requests, 2 responses), lenient bits, a limit of
//! heads (0: 16 KiB), whether there are no bodies, whether the input ends, places to cut at (with commas between them, or
//! `-`), and the input, with `\xNN` for what is not printable.

use std::io::BufRead;

#[path = "../tests/describe/mod.rs"]
mod describe;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        println!("{}", run(&line));
    }
}

fn run(line: &str) -> String {
    let words: Vec<&str> = line.splitn(7, ' ').collect();
    if words.len() < 7 {
        return "not a case".into();
    }
    let input = describe::unquoted(words[6]);
    let cuts = words[5].split(',').filter_map(|cut| cut.parse().ok());
    let mut pieces = Vec::new();
    let mut start = 0;
    for cut in cuts.chain([input.len()]) {
        pieces.push(&input[start..cut]);
        start = cut;
    }
    describe::describe(describe::setting(&words), &pieces, true).join("\t")
}
