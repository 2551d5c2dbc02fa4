//! The commands that need the simulated SoC, in a build without it.

use clap::Args;

/// Whatever such a command is told.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Not looked at
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        hide = true,
        value_name = "ARGUMENTS"
    )]
    rest: Vec<String>,
}

/// Says how to get `command`.
pub fn run(command: &str, arguments: &Arguments) -> Result<u8, String> {
    Err(hint(command, &arguments.rest))
}

fn hint(command: &str, arguments: &[String]) -> String {
    let rest: String = arguments.iter().map(|it| format!(" {it}")).collect();
    format!(
        "this build has no simulated SoC, which {command} needs, as only that needs LiteX: `make {command}` builds and \
        runs it, or, once LiteX is there (`make setup`),\n  \
        cargo run --release -p carillon-testbench --features soc --bin carillon -- {command}{rest}"
    )
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn hint_says_how_to_run_the_same_command() {
        let text = hint(
            "soc",
            &["app_counter_chip".to_owned(), "--profile".to_owned()],
        );
        assert!(text.contains("`make soc`"), "{text}");
        assert!(
            text.ends_with("--features soc --bin carillon -- soc app_counter_chip --profile"),
            "{text}"
        );
    }
}
