//! The notation of a transcript, which the head of `main.rs` describes, taken apart.

use carillon_regmap::Register;
use carillon_regmap::counter_chip::REGISTERS;

/// One access to a register.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub is_write: bool,
    pub offset: u32,
    /// The word written, or the answer.
    pub word: u32,
    /// The bus fails.
    pub fails: bool,
}

/// One call, the accesses that follow, and what it returns.
#[derive(Debug)]
pub struct Step {
    /// The number of its line.
    pub line: usize,
    pub call: String,
    pub accesses: Vec<Access>,
    pub result: String,
}

/// The steps of a transcript, or the line that cannot be read.
pub fn steps(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let reason = text.lines().next().unwrap_or_default();
    if !reason.starts_with(char::is_uppercase) || !reason.ends_with('.') {
        return Err("line 1: a transcript begins with its reason, a sentence".into());
    }
    for (line, text) in (1..).zip(text.lines()).skip(1) {
        let unread = |why: String| format!("line {line}: {text}\n  {why}");
        if text.trim().is_empty() || text.starts_with("# ") {
            continue;
        }
        let (rest, result) = match text.split_once("=> ") {
            Some((rest, result)) => (rest, Some(result)),
            None => (text, None),
        };
        let (call, accesses) = match rest.strip_prefix("    ") {
            Some(accesses) => ("", accesses),
            None => rest.split_once(" : ").unwrap_or((rest, "")),
        };
        if !call.is_empty() {
            steps.push(Step { line, call: call.trim().into(), accesses: Vec::new(), result: "ok".into() });
        }
        let accesses = read_accesses(accesses, &steps).map_err(unread)?;
        let step = steps.last_mut().ok_or_else(|| unread("belongs to no call".into()))?;
        step.accesses.extend(accesses);
        if let Some(result) = result {
            step.result = result.into();
        }
    }
    Ok(steps)
}

fn read_accesses(text: &str, steps: &[Step]) -> Result<Vec<Access>, String> {
    let each = text.split(',').map(str::trim).filter(|access| !access.is_empty());
    each.map(|access| read_access(access, steps)).collect::<Result<Vec<_>, _>>().map(|all| all.concat())
}

/// `NAME -> word` or `NAME <- word`, perhaps `fault` for the word or after it, perhaps ` x 3` for three of them; or the
/// name of a `let`.
fn read_access(text: &str, steps: &[Step]) -> Result<Vec<Access>, String> {
    if let Some((access, times)) = text.rsplit_once(" x ") {
        return Ok(read_access(access, steps)?.repeat(number(times)? as usize));
    }
    if let Some(named) = steps.iter().find(|step| step.call.strip_prefix("let ") == Some(text)) {
        return Ok(named.accesses.clone());
    }
    let reading = text.split_once(" -> ");
    let (name, word) = reading.or_else(|| text.split_once(" <- ")).ok_or(format!("no access: {text}"))?;
    if matches!(name, "NOW" | "CURSOR") {
        let (high, low) = (number(word)? >> 32, number(word)? as u32);
        // What might be a bus without a chip is read again.
        let times = 1 + usize::from(low == u32::MAX);
        let halves = format!(", {name}_LO -> {low}, {name}_HI -> {high}").repeat(times);
        return read_accesses(&format!("{name}_HI -> {high}{halves}"), steps);
    }
    let (name, index) = name.trim_end_matches(']').split_once('[').unwrap_or((name, "0"));
    let register = REGISTERS.iter().find(|register| register.name == name).ok_or(format!("no register: {name}"))?;
    let offset = register.element(number(index)? as u32).ok_or(format!("no register {name}[{index}]"))?;
    let (word, fails) = word.strip_suffix("fault").map_or((word, false), |word| (word.trim(), true));
    let word = if fails && word.is_empty() { 0 } else { read_word(register, word)? };
    Ok(vec![Access { is_write: reading.is_none(), offset, word, fails }])
}

/// A number, or the names of fields, each with its value, or alone for 1.
fn read_word(register: &Register, text: &str) -> Result<u32, String> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return u32::try_from(number(text)?).map_err(|_| format!("more than 32 bits: {text}"));
    }
    let mut word = if text.is_empty() { Err("no word")? } else { 0 };
    let mut names = text.split_whitespace().peekable();
    while let Some(name) = names.next() {
        let field = register.fields.iter().find(|field| field.name.to_lowercase() == name);
        let field = field.ok_or(format!("{} has no field {name}", register.name))?;
        let value = names.next_if(|value| value.starts_with(|first: char| first.is_ascii_digit())).unwrap_or("1");
        let value = number(value)?;
        if value > field.max().into() {
            return Err(format!("too much for {name}: {value}"));
        }
        word |= field.put(value as u32);
    }
    Ok(word)
}

/// `12`, `0xC`, `2^40`, `2^40+5`, `60*200-1`.
pub fn number(text: &str) -> Result<u64, String> {
    for operator in ['+', '-', '*', '^'] {
        if let Some((left, right)) = text.rsplit_once(operator) {
            let (left, right) = (number(left)?, number(right)?);
            return Ok(match operator {
                '+' => left.wrapping_add(right),
                '-' => left.wrapping_sub(right),
                '*' => left.wrapping_mul(right),
                _ => left.wrapping_pow(right as u32),
            });
        }
    }
    let hexadecimal = text.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
    hexadecimal.unwrap_or_else(|| text.parse()).map_err(|_| format!("no number: {text}"))
}

/// How a transcript would say that the driver made this access.
pub fn spell_access(is_write: bool, offset: u32, word: u32) -> String {
    let found = REGISTERS.iter().find_map(|register| {
        let index = (0..register.count).find(|&index| register.element(index) == Some(offset))?;
        Some((register, if register.is_array() { format!("[{index}]") } else { String::new() }))
    });
    let Some((register, index)) = found else { return format!("an access to {offset:#x}, where no register is") };
    let word = if is_write { format!("<- {}    ({word:#010x})", spell_word(register, word)) } else { "-> ?".into() };
    format!("{}{index} {word}", register.name)
}

/// The fields of a word that are not 0, by name.
pub fn spell_word(register: &Register, word: u32) -> String {
    let said = register.fields.iter().filter(|field| field.is_set(word)).map(|field| match field.get(word) {
        1 if field.width == 1 => field.name.to_lowercase(),
        value => format!("{} {value}", field.name.to_lowercase()),
    });
    let said: Vec<_> = said.collect();
    if register.fields.len() == 1 || said.is_empty() { word.to_string() } else { said.join(" ") }
}
