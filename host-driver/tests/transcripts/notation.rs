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
    /// The result is in the transcript.
    is_said: bool,
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
            let call = call.trim().to_owned();
            if call.starts_with("let ") && steps.iter().any(|step| step.call == call) {
                return Err(unread("the name stands for something already".into()));
            }
            steps.push(Step { line, call, accesses: Vec::new(), result: "ok".into(), is_said: false });
        }
        let accesses = read_accesses(accesses, &steps).map_err(unread)?;
        let step = steps.last_mut().ok_or_else(|| unread("belongs to no call".into()))?;
        step.accesses.extend(accesses);
        if let Some(result) = result {
            if std::mem::replace(&mut step.is_said, true) {
                return Err(unread("a second result of one call".into()));
            }
            step.result = result.into();
        }
    }
    let unused = steps.iter().find(|step| {
        let name = step.call.strip_prefix("let ");
        name.is_some_and(|name| {
            !text.lines().any(|line| !line.starts_with("let ") && names(line).any(|one| one == name))
        })
    });
    unused.map_or(Ok(()), |step| Err(format!("line {}: {}\n  is never used", step.line, step.call)))?;
    Ok(steps)
}

/// What may be names of accesses in a line.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let accesses = line.split(" : ").last().unwrap_or_default().split(" => ").next().unwrap_or_default();
    accesses.split(',').map(|access| access.split(" x ").next().unwrap_or_default().trim())
}

fn read_accesses(text: &str, steps: &[Step]) -> Result<Vec<Access>, String> {
    let each = text.split(',').map(str::trim).filter(|access| !access.is_empty());
    each.map(|access| read_access(access, steps)).collect::<Result<Vec<_>, _>>().map(|all| all.concat())
}

/// `NAME -> word` or `NAME <- word`, perhaps `fault` for the word or after it, perhaps ` x 3` for three of them; or the
/// name of a `let`.
fn read_access(text: &str, steps: &[Step]) -> Result<Vec<Access>, String> {
    if let Some((access, times)) = text.rsplit_once(" x ") {
        return Ok(read_access(access, steps)?.repeat(number(times)?));
    }
    if let Some(named) = steps.iter().find(|step| step.call.strip_prefix("let ") == Some(text)) {
        return Ok(named.accesses.clone());
    }
    let reading = text.split_once(" -> ");
    let (name, word) = reading.or_else(|| text.split_once(" <- ")).ok_or(format!("no access: {text}"))?;
    if matches!(name, "NOW" | "CURSOR") {
        let time: u64 = number(word)?;
        let (high, low) = (time >> 32, time as u32);
        // What might be a bus without a chip is read again.
        let times = 1 + usize::from(low == u32::MAX);
        let halves = format!(", {name}_LO -> {low}, {name}_HI -> {high}").repeat(times);
        return read_accesses(&format!("{name}_HI -> {high}{halves}"), steps);
    }
    let (name, index) = name.trim_end_matches(']').split_once('[').unwrap_or((name, "0"));
    let register = REGISTERS.iter().find(|register| register.name == name).ok_or(format!("no register: {name}"))?;
    let offset = register.element(number(index)?).ok_or(format!("no register {name}[{index}]"))?;
    let (word, fails) = word.strip_suffix("fault").map_or((word, false), |word| (word.trim(), true));
    let word = if fails && word.is_empty() { 0 } else { read_word(register, word)? };
    Ok(vec![Access { is_write: reading.is_none(), offset, word, fails }])
}

/// A number, or the names of fields, each with its value, or alone for 1.
fn read_word(register: &Register, text: &str) -> Result<u32, String> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return number(text);
    }
    let mut word = if text.is_empty() { Err("no word")? } else { 0 };
    let mut names = text.split_whitespace().peekable();
    while let Some(name) = names.next() {
        let field = register.fields.iter().find(|field| field.name.to_lowercase() == name);
        let field = field.ok_or(format!("{} has no field {name}", register.name))?;
        let value = names.next_if(|value| value.starts_with(|first: char| first.is_ascii_digit())).unwrap_or("1");
        let value = number(value)?;
        if value > field.max() {
            return Err(format!("too much for {name}: {value}"));
        }
        word |= field.put(value);
    }
    Ok(word)
}

/// `12`, `0xC`, `2^40`, `2^40+5`, `60*200-1`.
pub fn number<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    T::try_from(value(text)?).map_err(|_| format!("too large: {text}"))
}

fn value(text: &str) -> Result<u128, String> {
    for operator in ['+', '-', '*', '^'] {
        if let Some((left, right)) = text.rsplit_once(operator) {
            let (left, right) = (value(left)?, value(right)?);
            // In 128 bits, so that 2^64-1 can be said.
            let value = match operator {
                '+' => left.checked_add(right),
                '-' => left.checked_sub(right),
                '*' => left.checked_mul(right),
                _ => u32::try_from(right).ok().and_then(|right| left.checked_pow(right)),
            };
            return value.ok_or(format!("no number of 128 bits: {text}"));
        }
    }
    let hexadecimal = text.strip_prefix("0x").map(|digits| u128::from_str_radix(digits, 16));
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
