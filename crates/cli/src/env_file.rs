//! `--env-file`: variables from files, for whom the environment has none of that name.

/// The variables of a file's text, in its order. A later line of the same name counts.
pub fn parse(text: &str) -> Vec<(String, String)> {
    let text = text.replace('\r', "");
    let mut rest = text.trim();
    let mut variables: Vec<(String, String)> = Vec::new();
    while !rest.is_empty() {
        let line_end = rest.find('\n').unwrap_or(rest.len());
        let Some(equals) = rest[..line_end]
            .find('=')
            .filter(|_| !rest.starts_with('#'))
        else {
            rest = rest[line_end..].trim_start();
            continue;
        };
        let name = rest[..equals].trim();
        let name = name.strip_prefix("export ").map_or(name, str::trim_start);
        let after = &rest[equals + 1..];
        let (value, left) = match after.starts_with('\n') {
            true => (String::new(), after),
            false => take_value(after.trim_start()),
        };
        if !name.is_empty() {
            variables.retain(|(known, _)| known != name);
            variables.push((name.to_string(), value));
        }
        rest = left.trim_start();
    }
    variables
}

/// The value that a text begins with, and what comes after its line.
fn take_value(text: &str) -> (String, &str) {
    let line_end = text.find('\n').unwrap_or(text.len());
    let quote = text
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\'' | '`'));
    if let Some(quote) = quote
        && let Some(length) = text[1..].find(quote)
    {
        let value = &text[1..1 + length];
        let value = match quote {
            '"' => value.replace("\\n", "\n"),
            _ => value.to_string(),
        };
        let after = &text[length + 2..];
        return (value, &after[after.find('\n').unwrap_or(after.len())..]);
    }
    let line = &text[..line_end];
    let value = match quote {
        Some(_) => line,
        None => line.split('#').next().unwrap_or(line),
    };
    (value.trim().to_string(), &text[line_end..])
}

/// The variables of a file, or what is wrong with it. One that need not be there is told of, and left out.
pub fn read(file: &str, is_optional: bool) -> Result<Vec<(String, String)>, String> {
    match std::fs::read(file) {
        Ok(bytes) => Ok(parse(&String::from_utf8_lossy(&bytes))),
        Err(_) if is_optional => {
            eprintln!("{file} not found. Continuing without it.");
            Ok(Vec::new())
        }
        Err(_) => Err(format!("{file}: not found")),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn parsed(text: &str) -> Vec<(String, String)> {
        parse(text)
    }

    #[test]
    fn values_of_all_kinds() {
        let text = "# comment\nA=1\n B = two # why\nexport C='a#b'\nD=\"x\\ny\"\nE=\nF=`multi\nline`\nnothing\nG=\"open";
        let expected = [
            ("A", "1"),
            ("B", "two"),
            ("C", "a#b"),
            ("D", "x\ny"),
            ("E", ""),
            ("F", "multi\nline"),
            ("G", "\"open"),
        ];
        let expected: Vec<_> = expected.map(|(a, b)| (a.to_string(), b.to_string())).into();
        assert_eq!(parsed(text), expected);
    }

    #[test]
    fn the_last_of_a_name_counts() {
        assert_eq!(parsed("A=1\nA=2"), [("A".to_string(), "2".to_string())]);
    }
}
