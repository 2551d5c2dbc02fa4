//! Flawed drivers: each patch undoes a mend, and the histories must find it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a copy of the tree needs.
const FOLDERS: [&str; 5] = ["regmap", "queues", "host-driver", "testbench/spec", "testbench/histories"];

/// The workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("../..").canonicalize().expect("the workspace")
}

/// The patches, in the order of their names.
fn patches() -> Vec<PathBuf> {
    let folder = root().join("testbench/histories/patches");
    let entries = fs::read_dir(folder).expect("the patches");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut patches: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "patch")).collect();
    patches.sort();
    patches
}

/// What a patch says of itself in its first lines, as `Name: value`.
fn said<'a>(text: &'a str, name: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("the patch does not say its {name}"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else if path.exists() {
            let same = fs::read(&target).ok() == fs::read(&path).ok();
            // An unchanged file keeps its time, so that nothing is built twice.
            if !same {
                fs::copy(&path, &target).expect("a copy");
            }
        }
    }
}

/// A workspace of what is needed, as it is.
fn fresh(tree: &Path) {
    let root = root();
    for folder in FOLDERS {
        copy(&root.join(folder), &tree.join(folder));
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let (_, rest) = manifest.split_once("[workspace.package]").expect("its package");
    let members = format!("[workspace]\nresolver = \"3\"\nmembers = {FOLDERS:?}\n\n[workspace.package]");
    let manifest = format!("{members}{rest}");
    if fs::read_to_string(tree.join("Cargo.toml")).ok().as_deref() != Some(&manifest) {
        fs::write(tree.join("Cargo.toml"), manifest).expect("a manifest");
    }
    if !tree.join("Cargo.lock").exists() {
        fs::copy(root.join("Cargo.lock"), tree.join("Cargo.lock")).expect("a copy");
    }
}

fn git_apply(tree: &Path, patch: &Path, more: &[&str]) -> bool {
    // Outside a repository, whichever this is in.
    let mut git = Command::new("git");
    git.env("GIT_CEILING_DIRECTORIES", tree.parent().expect("a parent"));
    git.current_dir(tree).arg("apply").args(more).arg(patch);
    git.status().expect("git").success()
}

#[test]
fn patches_of_all_kinds_are_there_and_apply() {
    let patches = patches();
    let name = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let names: Vec<_> = patches.iter().map(name).collect();
    for kind in ["reset", "uart", "late", "spi", "timer_chip", "gone"] {
        assert!(names.iter().any(|name| name.starts_with(kind)), "{kind}: {names:?}");
    }
    let root = root();
    for patch in patches {
        let applies = Command::new("git").current_dir(&root).args(["apply", "--check"]).arg(&patch).status();
        assert!(applies.expect("git").success(), "{} no longer applies", patch.display());
    }
}

#[test]
#[ignore = "long"]
fn patches_each_flawed_driver_is_found() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (tree, built) = (target.join("patched"), target.join("patched-target"));
    for patch in patches() {
        fresh(&tree);
        assert!(git_apply(&tree, &patch, &[]), "{} does not apply", patch.display());
        let text = fs::read_to_string(&patch).expect("the patch");
        let cargo = Command::new(env!("CARGO"))
            .current_dir(&tree)
            .args(["run", "--offline", "--quiet", "-p", "carillon-histories", "--target-dir"])
            .arg(&built)
            .args(["--", "--count", said(&text, "Count"), "--profile", said(&text, "Profile")])
            .output()
            .expect("cargo");
        let printed = String::from_utf8_lossy(&cargo.stdout);
        let errors = String::from_utf8_lossy(&cargo.stderr);
        assert_eq!(cargo.status.code(), Some(1), "{}: {printed}{errors}", patch.display());
        assert!(printed.contains("#[test]"), "{}: {printed}", patch.display());
    }
}
