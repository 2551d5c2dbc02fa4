//! The command line as people expect it: pipes, interrupts, what is said where, and what is refused.

mod common;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use common::running::{Running, wait_until, with_default_signals};
use common::{CARILLON, SHORT, WEB_LOSSY, carillon, output, program, program_for_signals, text};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../replay/report.schema.json");

/// A short replay, with these words besides.
fn replay(words: &str) -> Output {
    carillon(&format!("{SHORT} {words}"))
}

#[test]
fn closed_pipe_ends_every_output_without_a_panic() {
    for arguments in ["generate", SHORT, "completions bash", "man", "schema", "figures --list", "replay --help"] {
        let mut child = Running::start(program(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()));
        child.close_output();
        let output = child.output();
        assert!(output.status.success(), "{arguments}: {output:?}");
        assert!(!text(&output.stderr).contains("panic"), "{arguments}: {output:?}");
    }
}

#[test]
fn quiet_says_nothing_but_what_is_asked_for() {
    let quiet = replay("--quiet");
    assert!(quiet.status.success() && quiet.stdout.is_empty() && quiet.stderr.is_empty(), "{quiet:?}");
    let json = replay("--quiet --json");
    assert!(text(&json.stdout).starts_with('{') && json.stderr.is_empty(), "{json:?}");
    let verilog = carillon("generate -q");
    assert!(text(&verilog.stdout).contains("carillon_counter_wishbone #(") && verilog.stderr.is_empty());
    let wrong = carillon("replay no-such-file.pcap --quiet");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("no-such-file.pcap is not there"));
}

#[test]
fn colour_is_used_only_where_it_is_wanted() {
    let escape = |output: &Output| output.stdout.contains(&0x1b);
    assert!(!escape(&replay("")), "the output is no terminal");
    assert!(escape(&replay("--color always")));
    assert!(!escape(&replay("--color never")));
}

#[test]
fn contradictory_arguments_are_refused() {
    for (arguments, words) in [
        ("lockstep --clocks 1 --operations 1", "cannot be used with"),
        ("figures --list --to .", "cannot be used with"),
        ("figures --counted figure9", "measures time"),
        ("replay x.pcap --baud 9600", "--port"),
        ("replay x.pcap --slots 1024", "--slots"),
        ("appendix-a --slots 1024", "--slots"),
        ("lab --wheels 64", "--wheels"),
        ("replay x.pcap --memory 20", "--chip timer"),
        ("replay x.pcap --until=-1", "a number of seconds, 0 or more"),
        ("generate --bus wishbone --clocks-a-bit 8", "uart"),
    ] {
        let output = carillon(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert!(text(&output.stderr).contains(words), "{arguments}: {output:?}");
    }
}

#[test]
fn help_of_every_command_has_examples() {
    let help = text(&carillon("--help").stdout);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.map_while(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() > 8 && names.contains(&"replay"), "{help}");
    for name in names {
        let help = text(&carillon(&format!("{name} --help")).stdout);
        let (_, examples) = help.split_once("\nExamples:\n").expect(name);
        assert!(examples.contains(&format!("carillon {name}")), "{help}");
        // A file of this repository is where the example says.
        let bare = examples.replace("testbench/captures/web-lossy.pcap", "");
        assert!(!bare.contains("web-lossy.pcap"), "{examples}");
    }
}

#[test]
fn help_is_as_wide_as_the_terminal_and_has_common_options_together() {
    let help = |columns: &str| {
        let said = output(program("replay --help").env("COLUMNS", columns));
        text(&said.stdout)
    };
    let widest = |help: &str| {
        let (options, _) = help.split_once("\nExamples:\n").expect("examples");
        options.lines().map(str::len).max()
    };
    let (narrow, wide) = (help("70"), help("110"));
    assert!(widest(&narrow) <= Some(70), "{narrow}");
    assert!((Some(71)..=Some(110)).contains(&widest(&wide)), "{wide}");
    let (_, common) = wide.split_once("\nCommon options:\n").expect("common options");
    let (common, _) = common.split_once("\n\nExamples").expect("examples");
    for option in ["--quiet", "--color"] {
        assert!(common.contains(option), "{common}");
    }
    assert!(!common.contains("--tick"), "{common}");
}

#[test]
fn lockstep_result_on_a_terminal_has_no_marks_of_markdown() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let log = folder.path().join("log.md");
    let short = "lockstep --preset minimal --slots 1024 --fifo 2 --operations 100 --log";
    let said = output(program(short).arg(&log));
    assert!(said.status.success(), "{said:?}");
    let said = text(&said.stdout);
    assert!(said.contains("no difference"), "{said}");
    for mark in ["```", "**", "| ", "--:"] {
        assert!(!said.contains(mark), "{mark} in {said}");
    }
    // The log is a page.
    let page = fs::read_to_string(log).expect("the page");
    assert!(page.contains("| chip | seeds |"), "{page}");
}

#[cfg(not(feature = "soc"))]
#[test]
fn soc_in_a_build_without_it_tells_how_to_get_it() {
    for arguments in ["soc --help", "hardware-assist --quiet"] {
        let output = carillon(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains("--features soc"), "{output:?}");
    }
}

/// Runs `make lab` with a laboratory that is none, interrupts both as a terminal does, and gives what was said.
#[test]
fn make_lab_ended_by_an_interrupt_says_nothing_of_an_error() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let write = |name: &str, script: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, format!("#!/bin/bash\n{script}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    };
    write("bin/cargo", "exit 0");
    write(
        "target/look/quick/carillon",
        "trap 'exit 130' INT; touch \"$(dirname \"$0\")/begun\"; for _ in {1..6000}; do sleep 0.1; done",
    );
    let path = std::env::var("PATH").expect("a path");
    let mut make = with_default_signals("make");
    make.arg("lab")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .env("PATH", format!("{}/bin:{path}", folder.path().display()))
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env("MAY_INSTALL", "no")
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let mut child = Running::start(&mut make);
    wait_for(&folder.path().join("target/look/quick/begun"), &mut child);
    kill_process_group(Pid::from_child(child.child()), Signal::INT).expect("a signal");
    let output = child.output();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(!said.contains("Error"), "{said}");
}

#[test]
fn figures_go_into_a_folder_that_exists() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let output = output(program("figures --counted").current_dir(&folder));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no folder docs/figures"), "{output:?}");
    assert_eq!(fs::read_dir(folder).expect("the folder").count(), 0);
}

#[test]
fn errors_show_nothing_of_rusts_debug_output() {
    for arguments in [
        "lockstep --wheels 3 --alarm",
        "replay /",
        "replay ../../testbench/captures/web-lossy.pcap --html /no/such/folder/report.html --until 0.001",
        "replay ../../testbench/captures/web-lossy.pcap --port /no/such/port",
        "man --to /no/such/folder",
    ] {
        let output = carillon(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        for sign in ["{ ", "Some(", "Err(", "kind:", "::"] {
            assert!(!said.contains(sign), "{arguments}: {said}");
        }
    }
}

#[test]
fn standard_input_is_read_where_the_capture_is_a_dash() {
    let mut child =
        Running::start(program(&SHORT.replace(WEB_LOSSY, "- --json")).stdin(Stdio::piped()).stdout(Stdio::piped()));
    let bytes = fs::read(WEB_LOSSY).expect("the capture");
    // Not all is read, as --until ends it before: then the pipe closes.
    let mut input = child.input();
    thread::spawn(move || drop(input.write_all(&bytes)));
    let output = child.output();
    assert!(output.status.success(), "{output:?}");
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["capture"]["file"], "standard input");
    assert_eq!((&object["version"], &object["verdict"]), (&2.into(), &"exact".into()));
}

#[test]
fn capture_that_is_cut_off_gives_a_warning_and_no_green_verdict() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let [cut, page] = ["cut.pcap", "report.html"].map(|name| folder.path().join(name));
    fs::write(&cut, &fs::read(WEB_LOSSY).expect("the capture")[..10_000]).expect("a file");
    let mut command = program("replay --drain 0 --wheel-size 1024 --json --html");
    let output = output(command.args([&page, &cut]));
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stderr).contains("ends within packet"), "{output:?}");
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["verdict"], "exact_with_warnings");
    let page = fs::read_to_string(page).expect("the page");
    assert!(page.contains("class=\"verdict warned\"") && !page.contains("class=\"verdict\""));
}

#[test]
fn json_has_the_names_of_the_schema_that_is_checked_in() {
    let schema = carillon("schema");
    let checked_in = fs::read_to_string(SCHEMA).expect("the schema");
    assert_eq!(text(&schema.stdout), checked_in, "run `make generate` and look at what changes");
    let schema: serde_json::Value = serde_json::from_str(&checked_in).expect("JSON");
    let object: serde_json::Value = serde_json::from_slice(&replay("--json").stdout).expect("JSON");
    let names = |value: &serde_json::Value| -> Vec<String> {
        let object = value.as_object().expect("an object");
        object.keys().cloned().collect()
    };
    let mut named = names(&schema["properties"]);
    named.retain(|name| name != "cable");
    assert_eq!(names(&object), named);
    assert_eq!(names(&object["timers"]), names(&schema["$defs"]["TimerSummary"]["properties"]));
}

#[test]
fn csv_has_a_line_for_each_connection_and_all_timers() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("connections.csv");
    let output = output(program(SHORT).args(["--json", "--csv"]).arg(&path));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let table = fs::read_to_string(path).expect("the table");
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().expect("names").split(',').collect();
    assert_eq!(columns.len(), 3 + 4 * 3);
    let (mut connections, mut started) = (0, 0);
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), columns.len(), "{line}");
        connections += 1;
        started += columns
            .iter()
            .zip(&cells)
            .filter(|cell| cell.0.ends_with("_started"))
            .map(|cell| cell.1.parse::<u64>().unwrap())
            .sum::<u64>();
    }
    assert_eq!(object["capture"]["connections"], connections);
    assert_eq!(object["timers"]["started"], started);
}

#[test]
fn completions_and_manual_name_every_command() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let pages = output(program("man --to").arg(folder.path()));
    assert!(pages.status.success(), "{pages:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&carillon(&format!("completions {shell}")).stdout);
        for command in ["figures", "generate", "board", "replay", "lockstep"] {
            assert!(script.contains(command), "{shell}: {command}");
            let page = folder.path().join(format!("carillon-{command}.1"));
            assert!(page.is_file(), "{command}");
        }
    }
    assert!(text(&carillon("man").stdout).contains(".TH carillon 1"));
}

fn send(child: &Running, signal: Signal) {
    kill_process(Pid::from_child(child.child()), signal).expect("a signal");
}

/// Interrupts a program as Ctrl-C does, and waits for its end.
fn interrupt(child: &mut Running) {
    send(child, Signal::INT);
    assert_eq!(child.end().code(), Some(130));
}

/// Waits for a file that a program makes.
fn wait_for(path: &Path, program: &mut Running) {
    wait_until(&path.display().to_string(), || {
        assert!(!program.has_ended(), "{} was not made", path.display());
        fs::symlink_metadata(path).ok()
    });
}

#[test]
fn interrupt_removes_the_link_of_a_board() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let link = folder.path().join("board");
    let mut child = Running::start(program_for_signals("board --pty --quiet --link").arg(&link).stdout(Stdio::piped()));
    let path = child.first_line();
    assert!(fs::symlink_metadata(&link).is_ok(), "{path}");
    interrupt(&mut child);
    assert!(fs::symlink_metadata(&link).is_err());
}

#[test]
fn signal_that_whoever_starts_the_program_has_ignored_stays_ignored() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let link = folder.path().join("board");
    let mut nohup = Command::new("env");
    nohup.args(["--default-signal=TERM", "--ignore-signal=HUP", CARILLON]);
    nohup.args(["board", "--pty", "--until-closed", "--link"]);
    let mut child = Running::start(nohup.arg(&link).stdin(Stdio::piped()).stdout(Stdio::piped()));
    child.first_line();
    send(&child, Signal::HUP);
    // It ends as it would have without the signal.
    drop(child.input());
    assert_eq!(child.end().code(), Some(0));
    assert!(fs::symlink_metadata(&link).is_err());
}

/// Interrupts a command that writes a wave and has not come to its end.
fn interrupt_while_a_wave_is_written(command: &str) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let wave = folder.path().join("wave.vcd");
    let mut child = Running::start(
        program_for_signals(command).arg("--vcd").arg(&wave).stdout(Stdio::piped()).stderr(Stdio::piped()),
    );
    wait_for(&wave, &mut child);
    send(&child, Signal::INT);
    let output = child.output();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).expect("files").count(), 0);
    let said = text(&output.stderr);
    assert!(!said.contains("panic"), "{said}");
}

#[test]
fn interrupt_removes_a_wave_file_that_is_not_finished() {
    interrupt_while_a_wave_is_written(&format!("replay {WEB_LOSSY} --wheel-size 1024 --drain 100000"));
}

#[test]
#[cfg(feature = "soc")]
fn interrupt_removes_a_wave_file_of_the_soc_that_is_not_finished() {
    carillon_soc::firmware::build().unwrap_or_else(|error| panic!("{error}"));
    interrupt_while_a_wave_is_written("soc many6 --ask 100000 --ask 100 --ask 10000000 --clocks 1000000000");
}
