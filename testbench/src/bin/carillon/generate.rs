//! `carillon generate`.

use crate::output;
pub use carillon_hdl::Generator as Arguments;
use carillon_hdl::vhdl;

/// Generates; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let generated = arguments.generate().map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.vhdl {
        output::write_file("--vhdl", path, vhdl::component(&generated.verilog))?;
    }
    match &arguments.out {
        Some(path) => {
            output::write_file("--out", path, generated.verilog)?;
            output::say(format_args!(
                "{}file       {}\n",
                generated.summary,
                path.display()
            ))?;
        }
        None => {
            output::print(generated.verilog)?;
            output::note(generated.summary);
        }
    }
    Ok(0)
}
