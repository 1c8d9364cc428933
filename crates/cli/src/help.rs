//! What `--help` prints.

use std::io::{IsTerminal as _, stdout};

const HELP: &str = "\
Usage: rondo [options] [script.js] [arguments]
       rondo -e \"code\" [arguments]
       rondo -             read the script from standard input
       rondo explore script.js
                           try other orders: rondo explore --help
       rondo see FILE.rondo | script.js
                           look at a recording, or a run: rondo see --help
       rondo step script.js, rondo step FILE.rondo
                           walk through a run, forward and back: rondo step --help
       rondo replay FILE   run what a recording tells of again, without the world:
                           rondo replay --help

Options:
  -e, --eval CODE       run CODE
  -p, --print [CODE]    run CODE and print its result
  -r, --require MODULE  load MODULE first; can be repeated
  --import MODULE       the same for an ES module
  --input-type TYPE     what CODE is: commonjs, module, or either with -typescript
  -c, --check           compile the script, and do not run it
  --env-file FILE, --env-file-if-exists FILE
                        set variables of the environment from FILE
  --run NAME            run a script of the package.json
  --watch, --watch-path PATH, --watch-preserve-output
                        run the script anew when a file has changed
  -v, --version         print the Node version that rondo follows
  -h, --help            print this
  -C, --conditions NAME use this condition of a package's exports, too
  --loop-summary        say at the end where the time of the loop went: docs/health.md
  --order ORDER         run callbacks in the order of node, of node10 (before Node 11) or of
                        html (a browser): docs/orders.md
  --record[=FILE]       write down what the loop does: docs/recording.md; FILE.json is
                        in Chrome's trace format
  --record-last SECONDS, --record-limit MB, --record-blocked MS
                        keep the last seconds only, at most so much; write them when a
                        callback took so long, too
  --test [FILES]        run tests; --test-reporter NAME, --test-name-pattern TEXT,
                        --test-only, --test-timeout MS, --test-shard N/M and others
                        say how
  --max-old-space-size MB
                        end the program when its objects take more than so much
  --no-warnings, --disable-warning CODE, --redirect-warnings FILE,
  --trace-warnings, --throw-deprecation, --pending-deprecation
                        what becomes of warnings
  --permission          let the program do only what these grant: --allow-fs-read PATH,
                        --allow-fs-write PATH, --allow-net, --allow-child-process,
                        --allow-worker and others; --permission-audit only tells
  --preserve-symlinks, --preserve-symlinks-main
                        know files by the links that lead to them
  --seed N              virtual time, and everything that is left to chance drawn from N:
                        the same run each time
  --stack-trace-limit N show so many frames of an error
  --experimental-stream-iter
                        have the module stream/iter
  --watch-loop[=MS]     say what holds the loop for longer than MS milliseconds (100), and
                        where: docs/health.md
  --zero-fill-buffers   let no Buffer show what was in memory before
  --trace-event-categories NAMES, --trace-event-file-pattern NAME
                        write down what belongs to these categories, for viewers of
                        Chrome's traces: into node_trace.${rotation}.log, or into NAME
  --unhandled-rejections MODE
                        strict, warn, none, throw or warn-with-error-code
  --                    end of the options

The environment variable NODE_OPTIONS can hold options, too.

rondo runs scripts written for Node.js, which https://nodejs.org/ documents. See docs/differences.md for
what is not there yet.
";

const BOLD: &str = "1";
const GREEN: &str = "32";
const BLUE_UNDERLINED: [&str; 2] = ["34", "4"];
const MAGENTA: &str = "35";

/// The text, in colours where they are wanted.
pub fn text() -> String {
    match has_colours() {
        true => HELP.split_inclusive('\n').map(coloured).collect(),
        false => HELP.into(),
    }
}

/// By the variables that Node knows, or else if a terminal shows it.
fn has_colours() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match std::env::var("FORCE_COLOR") {
        Ok(value) => value != "0" && value != "false",
        Err(_) if is_set("NO_COLOR") || is_set("NODE_DISABLE_COLORS") => false,
        Err(_) => stdout().is_terminal(),
    }
}

/// A line of the text: headings, options, variables of the environment and addresses have colours.
fn coloured(line: &str) -> String {
    if line.trim_end().ends_with(':') && !line.starts_with(' ') {
        return painted(line.trim_end(), &[BOLD]) + "\n";
    }
    let indent = line.len() - line.trim_start().len();
    // The explanation of options begins after two blanks, or stands on lines of its own.
    let names = line[indent..].find("  ").unwrap_or(line.len() - indent);
    let is_option = line[indent..].starts_with('-') && indent > 0;
    line.split_inclusive(' ')
        .scan(0, |place, word| {
            let at = *place;
            *place += word.len();
            let bare = word.trim_end_matches([' ', '\n', ',']);
            let colours: &[&str] = match bare {
                "Usage:" => &[BOLD],
                _ if bare.starts_with("https://") => &BLUE_UNDERLINED,
                _ if bare.starts_with("NODE_") => &[MAGENTA],
                _ if is_option && at < indent + names && bare.starts_with('-') => &[GREEN],
                _ => return Some(word.into()),
            };
            Some(painted(bare, colours) + &word[bare.len()..])
        })
        .collect()
}

fn painted(text: &str, colours: &[&str]) -> String {
    let begin: String = colours.iter().map(|code| format!("\x1b[{code}m")).collect();
    format!("{begin}{text}\x1b[0m")
}
