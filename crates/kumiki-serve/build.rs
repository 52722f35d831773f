//! Puts the page into the program: a list of all files below `web`, each with its bytes.
//!
//! Left out are folders called `tests` or `node_modules`, and what begins with a dot. A crate that
//! does this, with such exceptions, takes forty times as long to build.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const LEFT_OUT: [&str; 2] = ["tests", "node_modules"];

fn main() -> io::Result<()> {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let root = variable("CARGO_MANIFEST_DIR").join("../../web");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    // A checkout may be without its page.
    if root.is_dir() {
        collect(&root.canonicalize()?, "", &mut files)?;
    }
    files.sort();
    let mut code = String::from("&[\n");
    for (name, path) in files {
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("writing to a string");
    }
    code += "]\n";
    fs::write(variable("OUT_DIR").join("page.rs"), code)
}

/// The files below a folder, each with the name that requests have for it.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().expect("names of the page are plain");
        if name.starts_with('.') || LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let name = format!("{prefix}/{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &name, files)?;
        } else {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
