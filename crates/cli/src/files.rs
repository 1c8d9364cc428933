//! Files that have a say before options are read: with variables of the environment, and with options.

use rondo_runtime::options::{self, CONFIG_FILE, DEFAULT_CONFIG_FILE, GivenOption};

use crate::{config_file, env_file};

/// What the files say that arguments name.
#[derive(Default)]
pub struct Files {
    /// Of those that `--env-file` names: of one name the last counts
    pub variables: Vec<(String, String)>,
    /// Of the one that `--experimental-config-file` names
    pub options: Vec<GivenOption>,
}

/// Reads them, or says what is wrong.
pub fn read(arguments: &[String]) -> Result<Files, String> {
    let mut files = Files::default();
    let mut config: Option<&str> = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--" || !argument.starts_with('-') {
            break;
        }
        let (name, value) = options::split(argument);
        match name.as_str() {
            "--env-file" | "--env-file-if-exists" => {
                let file = value.or_else(|| rest.next().map(String::as_str));
                let is_optional = name == "--env-file-if-exists";
                for (name, value) in env_file::read(file.unwrap_or_default(), is_optional)? {
                    files.variables.retain(|(known, _)| *known != name);
                    files.variables.push((name, value));
                }
            }
            // Misuse is told of where options are read.
            CONFIG_FILE if value == Some("") => {}
            CONFIG_FILE => config = value.or(config).or(Some(config_file::DEFAULT_FILE)),
            DEFAULT_CONFIG_FILE if value.is_none() => {
                config = config.or(Some(config_file::DEFAULT_FILE));
            }
            // The values of others are not files.
            "-e" | "--eval" | "-p" | "--print" | "-pe" | "-r" | "--require" | "--import" | "-C"
            | "--conditions"
                if value.is_none() =>
            {
                rest.next();
            }
            _ => {}
        }
    }
    if let Some(file) = config {
        files.options = config_file::read(file)?;
    }
    Ok(files)
}
