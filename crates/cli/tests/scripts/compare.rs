//! Comparing what was printed with what was expected: `...` alone on a line stands for any lines,
//! `[..]` for any text within a line.

const ANY_LINES: &str = "...";
const ANY_TEXT: &str = "[..]";

/// The two texts side by side, as a diff does it, if they do not match.
pub fn difference(expected: &str, actual: &str) -> Option<String> {
    let expected: Vec<&str> = expected.lines().collect();
    let actual: Vec<&str> = actual.lines().collect();
    let costs = costs(&expected, &actual);
    (costs[0][0] > 0).then(|| show(&expected, &actual, &costs))
}

/// `costs[e][a]`: how many lines are wrong at least, from the line `e` of what is expected and the line
/// `a` of what was printed onwards. 0 is a match.
fn costs(expected: &[&str], actual: &[&str]) -> Vec<Vec<usize>> {
    let mut costs = vec![vec![0; actual.len() + 1]; expected.len() + 1];
    for e in (0..=expected.len()).rev() {
        for a in (0..=actual.len()).rev() {
            let missing = (e < expected.len())
                .then(|| costs[e + 1][a] + usize::from(expected[e] != ANY_LINES));
            let extra = (a < actual.len()).then(|| {
                let is_expected = e < expected.len() && expected[e] == ANY_LINES;
                costs[e][a + 1] + usize::from(!is_expected)
            });
            let same =
                (e < expected.len() && a < actual.len() && line_matches(expected[e], actual[a]))
                    .then(|| costs[e + 1][a + 1]);
            costs[e][a] = [same, missing, extra]
                .into_iter()
                .flatten()
                .min()
                .unwrap_or(0);
        }
    }
    costs
}

/// Walks the cheapest way through `costs` and writes a line for each step.
fn show(expected: &[&str], actual: &[&str], costs: &[Vec<usize>]) -> String {
    let mut text = String::new();
    let (mut e, mut a) = (0, 0);
    while e < expected.len() || a < actual.len() {
        let rest = costs[e][a];
        let any = e < expected.len() && expected[e] == ANY_LINES;
        let both = e < expected.len() && a < actual.len();
        if both && !any && line_matches(expected[e], actual[a]) && rest == costs[e + 1][a + 1] {
            text += &format!("    {}\n", actual[a]);
            (e, a) = (e + 1, a + 1);
        } else if any && rest == costs[e + 1][a] {
            e += 1;
        } else if a < actual.len() && rest == costs[e][a + 1] + usize::from(!any) {
            text += &format!("  {} {}\n", if any { ' ' } else { '+' }, actual[a]);
            a += 1;
        } else {
            text += &format!("  - {}\n", expected[e]);
            e += 1;
        }
    }
    text
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once(ANY_TEXT) else {
        return pattern == line;
    };
    line.strip_prefix(start)
        .is_some_and(|line| rest_matches(rest, line))
}

/// Whether any text, then `pattern`, makes up `line`.
fn rest_matches(pattern: &str, mut line: &str) -> bool {
    let mut parts = pattern.split(ANY_TEXT).peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return line.ends_with(part);
        }
        let Some((_, rest)) = line.split_once(part) else {
            return false;
        };
        line = rest;
    }
    true
}
