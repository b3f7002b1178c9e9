//! Builds the page with npm and embeds it. Where Node is missing it says so, and what to do.
//!
//! `CAPITANO_PAGE=none` builds the program without its page.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page is made of, below `web/`. A change of any of it builds the page anew.
const SOURCES: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.js",
    "vite.config.ts",
    "../fonts",
];

fn main() {
    println!("cargo::rerun-if-env-changed=CAPITANO_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/placeholder.html");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-changed={}", web.join("package.json").display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let none = std::env::var_os("CAPITANO_PAGE").is_some_and(|page| page == "none");
    let embedded = if none || !web.join("package.json").exists() {
        embed_placeholder(&out)
    } else {
        for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
            println!("cargo::rerun-if-changed={}", source.display());
        }
        build(&web).and_then(|dist| embed(&dist, &out))
    };
    if let Err(error) = embedded {
        println!("cargo::error=The page cannot be built: {error}");
        std::process::exit(1);
    }
}

/// Runs npm unless what it built last is of the same sources.
fn build(web: &Path) -> Result<PathBuf, String> {
    let dist = web.join("dist");
    let stamp = dist.join(".sources");
    let sources = fingerprint(web).map_err(|error| format!("web/ cannot be read: {error}"))?;
    if dist.join("index.html").exists() && std::fs::read_to_string(&stamp).is_ok_and(|s| s == sources) {
        return Ok(dist);
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let run = |arguments: &[&str]| -> Result<(), String> {
        let output = Command::new(npm).args(arguments).current_dir(web).output().map_err(|error| {
            if error.kind() == io::ErrorKind::NotFound {
                "npm is not here. Install Node.js 20 or newer with npm (Debian: `apt install nodejs npm`), or build \
                 the program without its page by setting CAPITANO_PAGE=none."
                    .to_string()
            } else {
                format!("npm cannot be run: {error}")
            }
        })?;
        if output.status.success() {
            return Ok(());
        }
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told).into_owned();
        let lines: Vec<&str> = told.lines().collect();
        let last = &lines[lines.len().saturating_sub(25)..];
        Err(format!("`npm {}` failed in web/: {}", arguments.join(" "), last.join(" | ")))
    };
    run(&["ci", "--no-audit", "--no-fund"])?;
    run(&["run", "build"])?;
    std::fs::write(&stamp, sources).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(dist)
}

/// Everything that the page is made of, in one hash.
fn fingerprint(web: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        let path = web.join(source);
        if path.exists() {
            walk(&path, &mut files)?;
        }
    }
    files.sort();
    let mut sha = Sha256::new();
    for file in files {
        sha.update(file.strip_prefix(web).unwrap_or(&file).to_string_lossy().as_bytes());
        let content = std::fs::read(&file)?;
        sha.update((content.len() as u64).to_le_bytes());
        sha.update(content);
    }
    Ok(hex(&sha.finalize()))
}

fn walk(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        walk(&entry?.path(), files)?;
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn embed_placeholder(out: &Path) -> Result<(), String> {
    let folder = out.join("placeholder");
    let copied = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::copy("src/placeholder.html", folder.join("index.html")));
    copied.map_err(|error| error.to_string())?;
    embed(&folder, out)
}

/// Writes the compressed forms and the list of all files.
fn embed(dist: &Path, out: &Path) -> Result<(), String> {
    let wrong = |error: io::Error| error.to_string();
    let dist = dist.canonicalize().map_err(wrong)?;
    let mut files = Vec::new();
    walk(&dist, &mut files).map_err(wrong)?;
    files.sort();
    let squeezed = out.join("squeezed");
    std::fs::create_dir_all(&squeezed).map_err(wrong)?;
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    for file in files {
        let path = file.strip_prefix(&dist).expect("it was found below").to_string_lossy().replace('\\', "/");
        if path.starts_with('.') {
            continue;
        }
        let content = std::fs::read(&file).map_err(wrong)?;
        let hash = hex(&Sha256::digest(&content)[..12]);
        let smaller = |kind: &str, bytes: Vec<u8>| -> Result<String, String> {
            if bytes.len() + 64 >= content.len() {
                return Ok("None".into());
            }
            let name = squeezed.join(format!("{hash}.{kind}"));
            std::fs::write(&name, bytes).map_err(wrong)?;
            Ok(format!("Some(include_bytes!({:?}))", name.display().to_string()))
        };
        let (brotli, gzip) = (smaller("br", brotli(&content))?, smaller("gz", gzip(&content))?);
        // Vite puts what it names by its hash into this folder.
        let immutable = path.starts_with("assets/");
        let _ = writeln!(
            code,
            "Asset {{ path: {path:?}, mime: {:?}, etag: {:?}, immutable: {immutable}, plain: include_bytes!({:?}), \
             brotli: {brotli}, gzip: {gzip} }},",
            mime(&path),
            format!("\"{hash}\""),
            file.display().to_string(),
        );
    }
    code.push_str("];\n");
    std::fs::write(out.join("assets.rs"), code).map_err(wrong)
}

fn brotli(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    match brotli::BrotliCompress(&mut &content[..], &mut out, &parameters) {
        Ok(_) => out,
        // Then it goes out as it is.
        Err(_) => content.to_vec(),
    }
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    match out.write_all(content).and_then(|()| out.finish()) {
        Ok(bytes) => bytes,
        Err(_) => content.to_vec(),
    }
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
