//! What runs here and not on Node: files with JSX, names by tsconfig.json, the program under the name `node`.

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
