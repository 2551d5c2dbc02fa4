//! The names in a module's comments, which are those of the module.
//!
//! A circuit's file calls a signal of a bundle by its own name, a part by its type, and what a build decides by the
//! constructor's argument. Here each gets the name that it has in the Verilog.

use super::parameters::is_parameter;
use super::writing::COLUMNS;
use carillon_regmap::cli::AnyBuild;
use std::collections::HashSet;

/// The words of a piece of Verilog, without its comments.
fn words(text: &str) -> HashSet<&str> {
    let code = text.lines().filter_map(|line| line.split("//").next());
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    code.flat_map(|line| line.split(move |letter| !is_name(letter))).collect()
}

/// The text of a module whose comments name its own signals, parameters and registers, and other `modules`.
pub fn with_true_names(text: &str, modules: &[String], chip: AnyBuild) -> String {
    let words = words(text);
    let named = |name: &str| true_name(name, &words, modules, chip);
    let mut result = String::new();
    for line in text.lines() {
        match line.split_once("//") {
            Some((code, comment)) => {
                result += code;
                result += "//";
                for (place, piece) in comment.split('`').enumerate() {
                    if place > 0 {
                        result.push('`');
                    }
                    match place % 2 {
                        1 => result += &named(piece).unwrap_or_else(|| piece.to_owned()),
                        _ => result += piece,
                    }
                }
            }
            None => result += line,
        }
        result.push('\n');
    }
    wrapped(&result)
}

/// The text with its header's paragraphs wrapped where a line has become too long.
fn wrapped(text: &str) -> String {
    let mut result = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        match line.strip_prefix("// ") {
            // Rows of lists and tables stay as they are.
            Some(words) if !words.starts_with(['-', '|']) => {
                paragraph.push(words);
                continue;
            }
            _ => push_paragraph(&std::mem::take(&mut paragraph), &mut result),
        }
        result += line;
        result.push('\n');
    }
    result.pop();
    result
}

fn push_paragraph(lines: &[&str], to: &mut String) {
    if lines.iter().all(|line| line.len() + 3 <= COLUMNS + 2) {
        lines.iter().for_each(|line| *to += &format!("// {line}\n"));
        return;
    }
    let mut line = "//".to_owned();
    for word in lines.iter().flat_map(|line| line.split(' ')) {
        if line.len() + 1 + word.len() > COLUMNS + 2 {
            *to += &line;
            to.push('\n');
            line.truncate(2);
        }
        line.push(' ');
        line += word;
    }
    *to += &line;
    to.push('\n');
}

/// The names in the comments of a module that it has not.
pub fn strangers(text: &str, modules: &[String], chip: AnyBuild) -> Vec<String> {
    let words = words(text);
    let comments = text.lines().filter_map(|line| Some(line.split_once("//")?.1));
    let names = comments.flat_map(|comment| comment.split('`').skip(1).step_by(2));
    names.filter(|name| true_name(name, &words, modules, chip).as_deref() != Some(name)).map(str::to_owned).collect()
}

/// What `name` is called in a module with these words.
fn true_name(name: &str, words: &HashSet<&str>, modules: &[String], chip: AnyBuild) -> Option<String> {
    let is_register = |name: &str| {
        let mut registers = chip.registers().iter();
        registers.any(|one| one.name == name || one.fields.iter().any(|field| field.name == name))
    };
    let is_module = |name: &str| modules.iter().any(|module| module == name);
    if words.contains(name) || is_register(name) || is_module(name) {
        return Some(name.to_owned());
    }
    if let Some((register, _)) = name.split_once('.') {
        return is_register(register).then(|| name.to_owned());
    }
    if let Some(begin) = name.strip_suffix('*') {
        let has = words.iter().any(|word| word.starts_with(begin));
        return has.then(|| name.to_owned());
    }
    let upper = name.to_uppercase();
    if words.contains(upper.as_str()) && is_parameter(&upper) {
        return Some(upper);
    }
    for prefix in ["bus", "s_axi"] {
        let full = format!("{prefix}_{name}");
        if words.contains(full.as_str()) {
            return Some(full);
        }
    }
    // What both chips have goes first: no module speaks of a chip's top.
    ["carillon", chip.core(), "board"].map(|prefix| format!("{prefix}_{name}")).into_iter().find(|full| is_module(full))
}
