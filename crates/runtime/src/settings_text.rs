//! What a program was started with, as a text that a recording can hold: each part after its length, `5:hello`.

use crate::options::{GivenOption, OptionValue};
use crate::runtime::{Program, Role, Settings};

fn put(into: &mut String, text: &str) {
    into.push_str(&format!("{}:{text}", text.len()));
}

fn put_all<'a>(into: &mut String, texts: impl ExactSizeIterator<Item = &'a str>) {
    put(into, &texts.len().to_string());
    texts.for_each(|text| put(into, text));
}

/// Writes settings; nothing for programs that only other threads run.
pub(crate) fn write(settings: &Settings) -> Option<String> {
    let mut text = String::new();
    let (kind, program) = match &settings.program {
        Program::File(path) => ("file", path.as_str()),
        Program::Eval(source) => ("eval", source.as_str()),
        Program::Print(source) => ("print", source.as_str()),
        Program::Stdin => ("stdin", ""),
        Program::PrintStdin => ("printStdin", ""),
        Program::Tests => ("tests", ""),
        Program::Worker(_) => return None,
    };
    put(&mut text, kind);
    put(&mut text, program);
    put(&mut text, &settings.argv0);
    put_all(&mut text, settings.arguments.iter().map(String::as_str));
    put_all(
        &mut text,
        settings.exec_arguments.iter().map(String::as_str),
    );
    let options: Vec<&str> = settings.options.iter().flat_map(option).collect();
    put_all(&mut text, options.into_iter());
    let variables = settings.variables.iter();
    let variables: Vec<&str> = variables
        .flat_map(|(name, value)| [&**name, &**value])
        .collect();
    put_all(&mut text, variables.into_iter());
    Some(text)
}

fn option(option: &GivenOption) -> [&str; 3] {
    match &option.value {
        OptionValue::Flag(true) => [option.name, "on", ""],
        OptionValue::Flag(false) => [option.name, "off", ""],
        OptionValue::Text(text) => [option.name, "text", text],
    }
}

fn take<'a>(from: &mut &'a str) -> Option<&'a str> {
    let (length, rest) = from.split_once(':')?;
    let (text, rest) = rest.split_at_checked(length.parse().ok()?)?;
    *from = rest;
    Some(text)
}

fn take_all(from: &mut &str) -> Option<Vec<String>> {
    let count: usize = take(from)?.parse().ok()?;
    (0..count).map(|_| take(from).map(String::from)).collect()
}

/// Reads settings that were written.
pub(crate) fn read(mut text: &str) -> Option<Settings> {
    let from = &mut text;
    let (kind, program) = (take(from)?, take(from)?.to_owned());
    let program = match kind {
        "file" => Program::File(program),
        "eval" => Program::Eval(program),
        "print" => Program::Print(program),
        "stdin" => Program::Stdin,
        "printStdin" => Program::PrintStdin,
        "tests" => Program::Tests,
        _ => return None,
    };
    let argv0 = take(from)?.to_owned();
    let (arguments, exec_arguments) = (take_all(from)?, take_all(from)?);
    let options = take_all(from)?;
    let (options, _) = options.as_chunks::<3>();
    let options = options.iter().map(|[name, kind, text]| GivenOption {
        // A few for the life of the process.
        name: name.clone().leak(),
        value: match &**kind {
            "text" => OptionValue::Text(text.clone()),
            kind => OptionValue::Flag(kind == "on"),
        },
    });
    let options = options.collect();
    let variables = take_all(from)?;
    let (variables, _) = variables.as_chunks::<2>();
    let variables = variables.iter();
    let variables = variables.map(|[name, value]| (name.clone(), value.clone()));
    Some(Settings {
        program,
        arguments,
        exec_arguments,
        options,
        variables: variables.collect(),
        argv0,
        role: Role::Main,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let settings = Settings {
            program: Program::Eval("a:b\n5:x".into()),
            arguments: vec!["1".into(), String::new()],
            exec_arguments: vec!["--record".into(), "\u{fc}".into()],
            options: vec![
                GivenOption {
                    name: "--record",
                    value: OptionValue::Text(String::new()),
                },
                GivenOption {
                    name: "--warnings",
                    value: OptionValue::Flag(false),
                },
            ],
            variables: vec![("A".into(), "1".into())],
            argv0: "rondo".into(),
            role: Role::Main,
        };
        let text = write(&settings).unwrap();
        let read = read(&text).unwrap();
        assert_eq!(format!("{read:?}"), format!("{settings:?}"));
        assert!(super::read(&text[..text.len() - 1]).is_none());
    }
}
