//! `--experimental-config-file`: options from a file of JSON. Those of the environment and of the command line come after
//! them, and so win.

use std::io::ErrorKind;

use rondo_runtime::options::{
    self, FileKind, GivenOption, Namespace, Place, Refusal, node_options,
};

use crate::json::{self, Json};

/// The file that is meant where none is named.
pub const DEFAULT_FILE: &str = "node.config.json";

/// The major version that a file can ask for.
const VERSION: i64 = 26;

type Members = Vec<(String, Json)>;

/// What a file's fields are called that hold no options.
const SCHEMA: &str = "$schema";
const NODE_VERSION: &str = "nodeVersion";
const CONFIGS: &str = "configs";

/// The options of a file. What is wrong with it is told on standard error first; the result names the file.
pub fn read(file: &str) -> Result<Vec<GivenOption>, String> {
    let bytes = std::fs::read(file).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "no such file or directory",
            ErrorKind::PermissionDenied => "permission denied",
            ErrorKind::IsADirectory => "illegal operation on a directory",
            _ => "i/o error",
        };
        eprintln!("Cannot read configuration from {file}: {why}");
        format!("{file}: not found")
    })?;
    let settings = settings_of(&String::from_utf8_lossy(&bytes), file).map_err(|wrong| {
        eprintln!("{wrong}");
        format!("{file}: invalid content")
    })?;
    let mut given = Vec::new();
    for setting in settings {
        setting.read_into(&mut given)?;
    }
    Ok(given)
}

/// An option of the file, as an argument would give it.
struct Setting {
    namespace: Namespace,
    argument: String,
}

impl Setting {
    fn read_into(&self, given: &mut Vec<GivenOption>) -> Result<(), String> {
        // Those for everybody are put into NODE_OPTIONS, which blanks take apart.
        if self.namespace == Namespace::Any {
            let words = node_options::split_words(&self.argument)?;
            let [word] = &words[..] else {
                return Err(
                    "The number of NODE_OPTIONS doesn't match the number of flags in the config file"
                        .into(),
                );
            };
            given.push(self.option(word, Place::Environment)?);
        } else {
            given.push(self.option(&self.argument, Place::Line)?);
        }
        Ok(())
    }

    fn option(&self, argument: &str, place: Place) -> Result<GivenOption, String> {
        options::read(argument, place, || None).map_err(|refusal| match refusal {
            Refusal::Unknown => format!("bad option: {argument}"),
            Refusal::Misused(message) => message,
        })
    }
}

/// All settings in a file's text, or what is wrong with it.
fn settings_of(text: &str, file: &str) -> Result<Vec<Setting>, String> {
    let root = match json::parse(text) {
        Some(Json::Object(members)) => members,
        Some(_) => return Err(format!("Root value unexpected not an object for {file}\n")),
        None => return Err(format!("Can't parse {file}")),
    };
    let fields = fields_for_this_version(root, file)?;
    let mut settings = Settings::default();
    for (name, value) in fields {
        if name == SCHEMA || name == NODE_VERSION {
            continue;
        }
        if name == "testRunner" {
            return Err(
                "the \"testRunner\" namespace has been removed. Use \"test\" instead.".into(),
            );
        }
        let Some(namespace) = Namespace::named(&name) else {
            return Err(format!("Unknown namespace {name}"));
        };
        let Json::Object(members) = value else {
            return Err(unexpected(&name, file, "an object"));
        };
        settings.add_all(namespace, &name, members)?;
    }
    Ok(settings.list)
}

fn unexpected(name: &str, file: &str, wanted: &str) -> String {
    format!("\"{name}\" value unexpected for {file} (should be {wanted})")
}

/// The fields that count: those of the file, or those that it has for this version.
fn fields_for_this_version(root: Members, file: &str) -> Result<Members, String> {
    if !root.iter().any(|(name, _)| name == CONFIGS) {
        check_version(&root, file)?;
        return Ok(root);
    }
    if root
        .iter()
        .any(|(name, _)| name != CONFIGS && name != SCHEMA)
    {
        return Err(format!(
            "\"{CONFIGS}\" cannot be mixed with other configuration fields for {file}"
        ));
    }
    let configs = root.into_iter().find(|(name, _)| name == CONFIGS);
    let Some((_, Json::List(configs))) = configs else {
        return Err(unexpected(CONFIGS, file, "an array"));
    };
    for (place, config) in configs.into_iter().enumerate() {
        let Some(fields) = versioned(config, &format!("{CONFIGS}[{place}]"), file)? else {
            continue;
        };
        if fields.iter().any(|(name, _)| name == CONFIGS) {
            return Err(format!(
                "\"{CONFIGS}\" is not allowed inside a versioned config for {file}"
            ));
        }
        check_version(&fields, file)?;
        return Ok(fields);
    }
    Err(format!(
        "No config found for current Node.js version {VERSION} in \"{CONFIGS}\" for {file}"
    ))
}

/// The fields of one of several configurations, if it is for this version.
fn versioned(config: Json, path: &str, file: &str) -> Result<Option<Members>, String> {
    let Json::Object(members) = config else {
        return Err(unexpected(path, file, "an object"));
    };
    let field = |wanted: &str| members.iter().find(|(name, _)| name == wanted);
    let required = |name: &str| format!("\"{path}.{name}\" is required for {file}");
    let (_, version) = field(NODE_VERSION).ok_or_else(|| required(NODE_VERSION))?;
    let Some(version) = whole(version) else {
        let path = format!("{path}.{NODE_VERSION}");
        return Err(unexpected(&path, file, "an integer"));
    };
    if version != VERSION {
        return Ok(None);
    }
    match field("config").ok_or_else(|| required("config"))? {
        (_, Json::Object(fields)) => Ok(Some(fields.clone())),
        _ => Err(unexpected(&format!("{path}.config"), file, "an object")),
    }
}

fn check_version(fields: &Members, file: &str) -> Result<(), String> {
    let Some((_, version)) = fields.iter().find(|(name, _)| name == NODE_VERSION) else {
        return Ok(());
    };
    match whole(version) {
        None => Err(unexpected(NODE_VERSION, file, "an integer")),
        Some(VERSION) => Ok(()),
        Some(version) => Err(format!(
            "\"{NODE_VERSION}\" {version} does not match current Node.js version {VERSION} for {file}"
        )),
    }
}

fn whole(value: &Json) -> Option<i64> {
    match value {
        Json::Number(Some(number)) => (*number).try_into().ok(),
        _ => None,
    }
}

/// What was read so far.
#[derive(Default)]
struct Settings {
    list: Vec<Setting>,
    names: Vec<&'static str>,
}

impl Settings {
    fn add_all(
        &mut self,
        namespace: Namespace,
        title: &str,
        members: Members,
    ) -> Result<(), String> {
        // Whoever says how to test wants to, unless he says that he does not.
        let switch = namespace
            .switch()
            .filter(|switch| !members.iter().any(|(name, _)| name == &switch[2..]));
        for (name, value) in members {
            let known = options::in_file(&name, namespace);
            let (option, kind) = known.ok_or_else(|| {
                format!("Unknown or not allowed option {name} for namespace {title}")
            })?;
            if self.names.contains(&option) {
                return Err(format!("Option {option} is already defined"));
            }
            self.names.push(option);
            let arguments = arguments(option, kind, &value)?;
            self.list
                .extend(arguments.into_iter().map(|argument| Setting {
                    namespace,
                    argument,
                }));
        }
        if let Some(switch) = switch {
            let argument = switch.into();
            self.list.push(Setting {
                namespace,
                argument,
            });
        }
        Ok(())
    }
}

/// The arguments by which a command line would say the same.
fn arguments(option: &str, kind: FileKind, value: &Json) -> Result<Vec<String>, String> {
    let invalid = || format!("Invalid value for {option}");
    let assigned = |text: &str| format!("{option}={text}");
    Ok(match (kind, value) {
        (FileKind::OfV8, _) => {
            return Err(format!("V8 flag {option} is currently not supported"));
        }
        (FileKind::Ignored, _) => {
            return Err(format!("No-op flag {option} is currently not supported"));
        }
        (FileKind::Missing, Json::Bool(false)) => Vec::new(),
        (FileKind::Missing, _) => return Err(format!("{option} is not implemented in rondo")),
        (FileKind::Flag, Json::Bool(true)) => vec![option.into()],
        (FileKind::Flag, Json::Bool(false)) => vec![format!("--no-{}", &option[2..])],
        (FileKind::Number, Json::Number(Some(number))) if *number >= 0 => {
            vec![assigned(&number.to_string())]
        }
        (FileKind::Text | FileKind::List, Json::Text(text)) => vec![assigned(text)],
        (FileKind::List, Json::List(values)) => values
            .iter()
            .map(|value| match value {
                Json::Text(text) => Ok(assigned(text)),
                _ => Err(invalid()),
            })
            .collect::<Result<_, _>>()?,
        _ => return Err(invalid()),
    })
}
