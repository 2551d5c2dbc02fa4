//! `carillon completions`, `carillon man` and `carillon schema`: what comes from the command line's description itself.

use std::path::PathBuf;

use carillon_replay::report::schema;
use clap::Command;
use clap_complete::Shell;

use crate::output;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  carillon completions bash >~/.local/share/bash-completion/completions/carillon
  carillon completions zsh >~/.zfunc/_carillon                a folder that fpath names
  carillon completions fish >~/.config/fish/completions/carillon.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  carillon man | man -l -
  carillon man --to ~/.local/share/man/man1";

/// Of `carillon schema`.
pub const SCHEMA_EXAMPLES: &str = "\
Examples:
  carillon schema >replay.schema.json";

/// What `carillon completions` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// Shell
    shell: Shell,
}

/// What `carillon man` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct Man {
    /// Write a page for each command into this existing folder
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
}

/// Prints a script that completes the options in a shell.
pub fn completions(arguments: &Completions, mut command: Command) -> Result<u8, String> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "carillon", &mut script);
    output::print(String::from_utf8_lossy(&script))?;
    Ok(0)
}

/// Prints the manual page, or writes all.
pub fn man(arguments: &Man, command: Command) -> Result<u8, String> {
    if let Some(folder) = &arguments.to {
        clap_mangen::generate_to(command, folder)
            .map_err(|error| format!("--to {}: {error}; name a folder that exists", folder.display()))?;
        return Ok(0);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| error.to_string())?;
    output::print(String::from_utf8_lossy(&page))?;
    Ok(0)
}

/// Prints the JSON schema of what `carillon replay --json` prints.
pub fn print_schema() -> Result<u8, String> {
    output::print(schema())?;
    Ok(0)
}
