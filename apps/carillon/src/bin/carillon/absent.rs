//! The commands that this build has not.
#![allow(dead_code, reason = "a build with all features has all commands")]

use clap::Args;

/// Whatever such a command is told.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Not looked at
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true, value_name = "ARGUMENTS")]
    rest: Vec<String>,
}

/// Says how to get `command`, which is in builds with `feature`.
pub fn run(command: &str, feature: &str, arguments: &Arguments) -> Result<u8, String> {
    Err(hint(command, feature, &arguments.rest))
}

fn hint(command: &str, feature: &str, arguments: &[String]) -> String {
    let rest: String = arguments.iter().map(|it| format!(" {it}")).collect();
    let again = format!("cargo run --release -p carillon --features {feature} --bin carillon -- {command}{rest}");
    if feature == "soc" {
        format!(
            "this build has no simulated SoC, which {command} needs, as only that needs LiteX: `make {command}` builds \
            and runs it, or, once LiteX is there (`make setup`),\n  {again}"
        )
    } else {
        format!("this build has what a replay needs, and not {command}; build it with that:\n  {again}")
    }
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn hint_says_how_to_run_the_same_command() {
        let told = ["app_counter_chip".to_owned(), "--profile".to_owned()];
        let text = hint("soc", "soc", &told);
        assert!(text.contains("`make soc`"), "{text}");
        assert!(text.ends_with("--features soc --bin carillon -- soc app_counter_chip --profile"), "{text}");
        let text = hint("lab", "lab", &[]);
        assert!(text.ends_with("--features lab --bin carillon -- lab"), "{text}");
    }
}
