//! The page: `cargo xtask web`.
//!
//! The command is built as WebAssembly and put beside the files of `web`, which makes the folder
//! `target/web` that any server of files can serve, and into one file, `target/web/kumiki.html`,
//! that can be opened from a disk. Then a browser, Debian's Chromium, goes through all tabs and
//! makes pictures of them in `target/web/shots`; it also opens the page that `kumiki serve` serves.
//! Where Chromium, Node or its packages cannot be had, that is said and counted, and nothing is
//! tested.
//!
//! CI takes what its step for WebAssembly has built without optimising, and leaves out the tests
//! that would take minutes then.

mod bundle;

use crate::ci::{TESTED, built, cargo, succeed, target};
use crate::cluster::lacking;
use crate::wasm;
use bundle::{Modules, base64, bundle};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The profile that is made for the page.
const PROFILE: &str = "web";
/// The program as the page finds it.
const PROGRAM: &str = "kumiki.wasm.lzma";
/// Where Debian's Chromium is.
const CHROMIUM: &str = "/usr/bin/chromium";
/// What drives it, and what looks for barriers: versions that are known to work together.
const PACKAGES: [&str; 2] = ["playwright-core@1", "axe-core@4"];
/// Files of the page are no larger together, without the program: a floor that users would feel.
const MOST_BYTES: u64 = 150 << 10;

/// Builds, assembles and tests everything; with `--quick`, it is [`short`], and with `--build`
/// nothing is tested.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] | [_] if arguments.iter().all(|word| word == "--build") => {
            if let Some(lacking) = lacking_to_build(root) {
                println!("web: skipped: {lacking}");
                return Ok(());
            }
            let program = program(root)?;
            let page = assemble(root, &fs::read(&program).map_err(failed("the program"))?, "9e")?;
            if !arguments.is_empty() {
                return Ok(());
            }
            let build = ["build", "--release", "-p", "kumiki-cli", "--features", "serve"];
            succeed(cargo(root).args(build))?;
            test(root, &page, &target(root).join("release/kumiki"), &[])
        }
        [word] if word == "--quick" => short(root),
        _ => Err(String::from("web: expected nothing, --build or --quick")),
    }
}

/// The short form, for CI.
pub(crate) fn short(root: &Path) -> Result<(), String> {
    if let Some(lacking) = lacking_to_build(root) {
        println!("web: skipped: {lacking}");
        return Ok(());
    }
    let program = fs::read(wasm::short_program(root)?).map_err(failed("the program"))?;
    let page = assemble(root, &program, "0")?;
    test(root, &page, &built(root, TESTED)?.join("kumiki"), &["--quick"])
}

/// What is missing to build the page, if anything is.
fn lacking_to_build(root: &Path) -> Option<String> {
    wasm::lacking(root).or_else(|| lacking("xz", &["xz-utils"]))
}

fn failed(what: &str) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("web: {what}: {error}")
}

/// The command as WebAssembly, small.
fn program(root: &Path) -> Result<PathBuf, String> {
    let build = ["build", "-p", "kumiki-cli", "--features", "page", "--target", wasm::TARGET];
    succeed(cargo(root).args(build).args(["--profile", PROFILE]))?;
    Ok(target(root).join(wasm::TARGET).join(PROFILE).join("kumiki.wasm"))
}

/// Makes the folder and the file.
fn assemble(root: &Path, program: &[u8], effort: &str) -> Result<PathBuf, String> {
    let (web, page) = (root.join("web"), target(root).join("web"));
    let _ = fs::remove_dir_all(&page);
    let mut files = Vec::new();
    list(&web, "", &mut files)?;
    let mut parts = Vec::new();
    for name in &files {
        let bytes = fs::read(web.join(name)).map_err(failed(name))?;
        put(&page.join(name), &bytes)?;
        parts.push((name.clone(), bytes));
    }
    let packed = lzma(program, effort)?;
    put(&page.join(PROGRAM), &packed)?;
    let text = |name: &str| -> Result<String, String> {
        let found = parts.iter().find(|(other, _)| other == name);
        let (_, bytes) = found.ok_or_else(|| format!("web: there is no {name}"))?;
        String::from_utf8(bytes.clone()).map_err(|error| format!("web: {name}: {error}"))
    };
    let mut modules = Modules::new();
    for name in files.iter().filter_map(|name| name.strip_prefix("app/")) {
        modules.insert(name.to_owned(), text(&format!("app/{name}"))?);
    }

    put(&page.join("index.html"), &preloading(&text("index.html")?, &modules)?)?;
    // What is kept without a network is of one version, which its bytes say.
    let kept: Vec<&str> =
        files.iter().map(String::as_str).filter(|name| *name != "sw.js").collect();
    let bytes = kept.iter().filter_map(|name| parts.iter().find(|(other, _)| other == name));
    let version = bytes.map(|(_, bytes)| &**bytes).chain([&*packed]).fold(0, digest);
    let names: Vec<String> =
        kept.iter().chain(&[PROGRAM]).map(|name| format!("\"{name}\"")).collect();
    let worker = text("sw.js")?
        .replace("\"@FILES@\"", &names.join(", "))
        .replace("@VERSION@", &format!("kumiki-{version:016x}"));
    put(&page.join("sw.js"), worker.as_bytes())?;

    let single = single_file(
        &text("index.html")?,
        &text("style.css")?,
        &text("icon.svg")?,
        &modules,
        &packed,
    )?;
    put(&page.join("kumiki.html"), single.as_bytes())?;
    let light = parts.iter().map(|(_, bytes)| gzip(bytes).map(|packed| packed.len() as u64));
    let light: u64 = light.sum::<Result<u64, String>>()?;
    println!(
        "web: {}: page {} kB and program {} kB, compressed; kumiki.html {} kB",
        page.display(),
        light >> 10,
        packed.len() >> 10,
        single.len() >> 10
    );
    match light <= MOST_BYTES {
        true => Ok(page),
        false => Err(format!(
            "web: the page has {} kB, expected at most {}",
            light >> 10,
            MOST_BYTES >> 10
        )),
    }
}

/// The page, which has all modules fetched before they ask for one another.
fn preloading(page: &str, modules: &Modules) -> Result<Vec<u8>, String> {
    let mut links = String::new();
    for name in bundle::needed(modules, "main.js")? {
        links += &format!("<link rel=\"modulepreload\" href=\"app/{name}\">\n");
    }
    Ok(page.replacen("<script", &(links + "<script"), 1).into_bytes())
}

/// The page with everything in it.
fn single_file(
    page: &str,
    style: &str,
    icon: &str,
    modules: &Modules,
    program: &[u8],
) -> Result<String, String> {
    let main = bundle(modules, "main.js", &[("assets.js", "assets-inline.js")])?;
    let worker = bundle(modules, "worker.js", &[])?;
    let icon = format!("href=\"data:image/svg+xml;base64,{}\"", base64(icon.as_bytes()));
    let data =
        |id: &str, text: &str| format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n");
    let scripts = data("kumiki-worker", &worker)
        + &data("kumiki-wasm", &base64(program))
        + &format!("<script type=\"module\">\n{main}</script>\n</body>");
    let policy = "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'unsafe-inline';";
    let mut single = page.to_owned();
    for (from, to) in [
        ("<script type=\"module\" src=\"app/begin.js\"></script>\n", ""),
        ("<script type=\"module\" src=\"app/main.js\"></script>\n", ""),
        ("<link rel=\"manifest\" href=\"manifest.webmanifest\">\n", ""),
        ("href=\"icon.svg\"", &icon),
        ("<link rel=\"stylesheet\" href=\"style.css\">", &format!("<style>\n{style}</style>")),
        ("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';", policy),
        ("</body>", &scripts),
    ] {
        if !single.contains(from) {
            return Err(format!("web: index.html does not say '{}'", from.trim()));
        }
        single = single.replacen(from, to, 1);
    }
    Ok(single)
}

/// The files of the page, without its tests.
fn list(folder: &Path, inside: &str, files: &mut Vec<String>) -> Result<(), String> {
    let entries = fs::read_dir(folder.join(inside)).map_err(failed("the files"))?;
    let mut entries: Vec<_> = entries.collect::<Result<_, _>>().map_err(failed("the files"))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if entry.path().is_dir() {
            if name != "tests" {
                list(folder, &name, files)?;
            }
        } else if !name.ends_with(".md") {
            files.push(name);
        }
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().expect("files are in folders");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("web: {}: {error}", path.display()))
}

/// FNV-1a, which tells versions apart.
fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before ^ 0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Bytes as gzip packs them, which is how servers send the page.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    packed("gzip", &["-n9"], bytes)
}

/// Bytes as `app/lzma.js` unpacks them: as xz packs them, with a head that says how long they are.
fn lzma(bytes: &[u8], effort: &str) -> Result<Vec<u8>, String> {
    let lzma = format!("--lzma1=preset={effort},lc=4,pb=0");
    let mut packed = packed("xz", &["--format=lzma", &lzma], bytes)?;
    let length = u64::try_from(bytes.len()).expect("as many bytes as fit into memory");
    packed[5..13].copy_from_slice(&length.to_le_bytes());
    Ok(packed)
}

/// What a program that packs makes of bytes.
fn packed(program: &str, arguments: &[&str], bytes: &[u8]) -> Result<Vec<u8>, String> {
    use std::io::Write;
    let failed = failed(program);
    let mut packer = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(&failed)?;
    let mut input = packer.stdin.take().expect("it was piped");
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(move || input.write_all(bytes));
        let output = packer.wait_with_output();
        writer.join().map(|written| written.and(output))
    });
    let output = written.map_err(|_| format!("web: {program}"))?.map_err(failed)?;
    let is_done = output.status.success();
    if is_done { Ok(output.stdout) } else { Err(format!("web: {program} failed")) }
}

/// Lets a browser go through the page, also as the command serves it.
fn test(root: &Path, page: &Path, kumiki: &Path, arguments: &[&str]) -> Result<(), String> {
    let tools = target(root).join("web-tools");
    let lacking = lacking("chromium", &["chromium"])
        .or_else(|| (!Path::new(CHROMIUM).exists()).then(|| format!("there is no {CHROMIUM}")))
        .or_else(|| packages(&tools));
    if let Some(lacking) = lacking {
        println!("web: skipped the tests in a browser: {lacking}");
        return Ok(());
    }
    let script = root.join("web/tests/run.mjs");
    let paths = [&script, page, kumiki, &tools, Path::new(CHROMIUM)];
    succeed(Command::new("node").args(paths).args(arguments))
}

/// What is missing of the packages, after an attempt to install them.
fn packages(tools: &Path) -> Option<String> {
    let is_there = || {
        ["playwright-core", "axe-core"]
            .iter()
            .all(|name| tools.join("node_modules").join(name).is_dir())
    };
    if is_there() {
        return None;
    }
    let install = ["install", "--no-audit", "--no-fund", "--no-save", "--prefix"];
    let mut npm = Command::new("npm");
    npm.args(install).arg(tools).args(PACKAGES).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = fs::create_dir_all(tools);
    let _ = npm.status();
    (!is_there()).then(|| format!("npm cannot install {}", PACKAGES.join(" and ")))
}
