//! Where a program's clocks go, by function.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use addr2line::Loader;

/// Clocks by function, most first. `profile` is [`Soc::profile`](crate::Soc::profile)'s, of the program in the ELF file
/// at `path`.
///
/// The compiler puts functions into others: what counts is the innermost one of the source that is not of Rust's own
/// libraries, or the symbol where the file tells no more.
///
/// # Errors
/// The file cannot be read, or its debugging information is broken.
pub fn by_function(path: &Path, profile: &[u32]) -> Result<Vec<(String, u64)>, String> {
    let loader = Loader::new(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut clocks: HashMap<String, u64> = HashMap::new();
    for (&count, address) in profile.iter().zip((0..).step_by(2)) {
        if count > 0 {
            let name = function_at(&loader, address).map_err(|error| format!("{}: {error}", path.display()))?;
            *clocks.entry(name).or_default() += u64::from(count);
        }
    }
    let mut clocks: Vec<_> = clocks.into_iter().collect();
    clocks.sort_by(|(one, most), (other, least)| least.cmp(most).then_with(|| one.cmp(other)));
    Ok(clocks)
}

fn function_at(loader: &Loader, address: u64) -> Result<String, Box<dyn Error>> {
    let mut frames = loader.find_frames(address)?;
    let mut innermost = None;
    while let Some(frame) = frames.next()? {
        let Some(function) = frame.function else {
            continue;
        };
        let name = short(&function.demangle()?);
        if !["core::", "<core::", "compiler_builtins::"].iter().any(|library| name.starts_with(library)) {
            return Ok(name);
        }
        innermost.get_or_insert(name);
    }
    let symbol = || loader.find_symbol(address).map(short);
    Ok(innermost.or_else(symbol).unwrap_or_else(|| "(no symbol: start-up and interrupt entry)".to_owned()))
}

/// A function's name without the digits that the compiler adds, and without the arguments of its types.
fn short(name: &str) -> String {
    let mut depth = 0_u32;
    let mut text = String::new();
    for letter in name.chars() {
        match letter {
            // `<T as Trait>::method` keeps its brackets: it begins with one, or one follows `::`.
            '<' if depth > 0 || !(text.is_empty() || text.ends_with("::")) => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => text.push(letter),
            _ => {}
        }
    }
    match text.rsplit_once("::h") {
        Some((head, digits)) if digits.len() == 16 => head.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn short_names_lose_digits_and_arguments_of_types() {
        for (name, expected) in [
            ("main", "main"),
            (
                "carillon_driver::facility::CounterChipFacility<B,T,Slots,Entries>::start_known::h0123456789abcdef",
                "carillon_driver::facility::CounterChipFacility::start_known",
            ),
            ("<a::B<C<D>> as e::F>::g", "<a::B as e::F>::g"),
        ] {
            assert_eq!(short(name), expected);
        }
    }
}
