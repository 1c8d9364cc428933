//! What runs here and not on Node: files with JSX, names by tsconfig.json, the program under the name `node`, promises in a circle.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_rondo"))
}

fn fixture(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    tests.join("modules/fixtures/jsx").join(name)
}

fn printed(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "");
    String::from_utf8(output.stdout).expect("text")
}

fn run(name: &str) -> String {
    printed(
        Command::new(program())
            .arg(fixture(name))
            .output()
            .expect("the program runs"),
    )
}

/// As Bun prints it in production.
#[test]
fn types_and_jsx() {
    let text = run("main.tsx");
    let squeezed: String = text.split_whitespace().collect();
    assert_eq!(
        squeezed,
        "{\"made\":\"Button\",\"props\":{\"label\":\"x&y\",\"key\":\"k\",\"on\":true},\"children\":[\"text&more\",\
         [{\"type\":\"li\",\"props\":{\"children\":1},\"key\":1},{\"type\":\"li\",\"props\":{\"children\":2},\"key\":2}],\
         {\"type\":\"Symbol(Fragment)\",\"props\":{}}]}latetruemain.tsx:24:9)"
    );
}

#[test]
fn the_classic_runtime() {
    assert_eq!(
        run("classic/main.jsx"),
        "{\"made\":\"a\",\"props\":{\"title\":\"<\"},\"children\":[1,\" b\"]} \
         {\"made\":\"Fragment\",\"props\":null,\"children\":[{\"made\":\"i\",\"props\":null,\"children\":[]}]}\n"
    );
}

#[test]
fn a_link_called_node() {
    let folder = std::env::temp_dir().join(format!("rondo-as-node-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join("node");
    std::os::unix::fs::symlink(program(), &link).expect("a link");
    let code = "console.log(process.execPath, process.argv0, process.release.name)";
    let text = printed(
        Command::new(&link)
            .args(["-e", code])
            .output()
            .expect("it runs"),
    );
    let name = link.display();
    assert_eq!(text, format!("{name} {name} node\n"));
    std::fs::remove_dir_all(&folder).expect("gone");
}

/// Makes 20,000 modules one below the other, and side by side, by hooks, so that no files are needed.
const MANY_MODULES: &str = r#"
const { registerHooks } = require('module');

const count = 20000;

function sourceOf(kind, index) {
  if (kind === 'deep') return index + 1 < count ? `import v from 'deep:${index + 1}'; export default v + 1;` : 'export default 1;';
  if (kind === 'leaf') return 'export default 1;';
  let text = '';
  for (let i = 0; i < count; i++) text += `import v${i} from 'leaf:${i}';\n`;
  return `${text}export default v0 + v${count - 1};`;
}

registerHooks({
  resolve(specifier, context, next) {
    return /^(deep|wide|leaf):/.test(specifier) ? { url: specifier, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const [, kind, index] = /^(deep|wide|leaf):(\d+)$/.exec(url) ?? [];
    return kind === undefined ? next(url, context) : { format: 'module', source: sourceOf(kind, Number(index)), shortCircuit: true };
  },
});

(async () => {
  console.log((await import('wide:0')).default);
  console.log((await import('deep:0')).default);
  console.log((await import('deep:19990')).default);
})();
"#;

/// On Node the first overflows the stack.
#[test]
fn twenty_thousand_modules() {
    let mut command = Command::new(program());
    let output = command.args(["-e", MANY_MODULES]).output();
    assert_eq!(printed(output.expect("the program runs")), "2\n20000\n10\n");
}

/// Node fills all of memory with it.
#[test]
fn a_chain_of_promises_that_leads_back_to_itself() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let script = tests.join("errors/fixtures/circle_of_promises.js");
    let output = Command::new(program()).arg(script).output();
    assert_eq!(
        printed(output.expect("the program runs")),
        "in a circle true\n"
    );
}
