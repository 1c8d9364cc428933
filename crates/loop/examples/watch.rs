//! Tells what changes in a folder, and asks on the way how large each file is.
//!
//! `cargo run -p rondo-loop --example watch -- FOLDER`

use std::io;
use std::path::{Path, PathBuf};

use rondo_loop::{Loop, Mode, Watch, WatchOptions};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| ".".into()));
    let lp = Loop::new()?;
    let inside = folder.clone();
    let watch = Watch::new(&lp, move |lp, _, change| match change {
        Ok(change) => tell(lp, inside.join(change.name)),
        Err(error) => println!("{error}"),
    });
    watch.start(&lp, &folder, WatchOptions::default())?;
    println!("watching {}, until Ctrl-C", folder.display());
    lp.run(Mode::Default);
    Ok(())
}

/// Says how large a file is, or that it is gone. The system is asked by the pool, if that may take long.
fn tell(lp: &Loop, path: PathBuf) {
    let name = path.clone();
    lp.fs().stat(path, move |_, found| {
        report(&name, found.map(|stat| stat.size));
    });
}

fn report(path: &Path, size: Result<u64, rondo_loop::work::fs::FsError>) {
    match size {
        Ok(size) => println!("{}: {size} bytes", path.display()),
        Err(error) => println!("{}: {error}", path.display()),
    }
}
