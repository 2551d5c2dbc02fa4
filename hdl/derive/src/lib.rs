//! `#[derive(Circuit)]`: all that follows from the fields of a circuit.
#![deny(missing_docs)]

use proc_macro::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, LitStr, Type, parse_macro_input};

/// Names that Verilog keeps for itself.
const RESERVED: [&str; 6] = ["config", "disable", "edge", "module", "reg", "wire"];

/// The types of ports, wires and flip-flops, which begin the same in every circuit.
const PLAIN: [&str; 6] = ["Signal", "RegisterBusMaster", "RegisterBusSlave", "MemoryMaster", "MemorySlave", "DFF"];

/// Makes a circuit of a struct: `Block`, `Part` and `Circuit` of `carillon_hdl::circuit`, where the rest is told.
///
/// A field whose name begins with `_` is data and no part of the circuit. If the struct has other fields than ports,
/// wires and flip-flops, the struct `<Name>Parts`, private to the module, has these alone, and its method `assemble`
/// makes the circuit of them: a constructor gives a value to each constant and part, and names no signal.
///
/// Four attributes say what the Verilog makes of a field, in Verilog over the parameters of the circuit's module:
/// `#[formula("...")]` the value of a constant, `#[with("NAME = ...")]` the parameters of a part that are not this
/// module's of the same name, `#[only_if("...")]` when there is the part, `#[otherwise("output = ...")]` what an output of it is
/// where there is not, if not 0. `#[template]` at the struct says that its
/// method `verilog_body` gives its Verilog.
#[proc_macro_derive(Circuit, attributes(formula, with, only_if, otherwise, template))]
pub fn circuit(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// The implementations, and `<Name>Parts`.
///
/// # Errors
///
/// It is no struct with named fields, or a field has a name that is reserved.
fn implement(input: &DeriveInput) -> Result<proc_macro2::TokenStream, Error> {
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            other => return Err(Error::new_spanned(other, "a circuit's fields have names")),
        },
        _ => return Err(Error::new_spanned(input, "a circuit is a struct")),
    };
    let mut names: Vec<&Ident> = Vec::new();
    for name in fields.iter().filter_map(|field| field.ident.as_ref()) {
        if RESERVED.iter().any(|reserved| name == reserved) {
            return Err(Error::new_spanned(name, "Verilog keeps this name for itself"));
        }
        if !name.to_string().starts_with('_') {
            names.push(name);
        }
    }
    let texts: Vec<_> = names.iter().map(|name| name.to_string()).collect();
    let circuit = &input.ident;
    let name = snake_case(&circuit.to_string());
    let text = text(circuit);
    let (generics, of_type, bounds) = input.generics.split_for_impl();
    let is_clocked = names.iter().any(|name| *name == "clock");
    let (prepare, prepare_all) = match is_clocked {
        true => (
            quote! {
                fn prepare(&mut self, clock: ::rust_hdl::prelude::Clock) {
                    ::rust_hdl::prelude::Logic::connect(&mut self.clock);
                    self.clock.next = clock;
                }
            },
            quote! {
                let clock = self.clock.val();
                #(crate::circuit::Part::prepare(&mut self.#names, clock);)*
            },
        ),
        false => (quote!(), quote!()),
    };
    let parts = parts(input, fields.iter());
    let notes = notes(fields.iter())?;
    let template = match input.attrs.iter().any(|one| one.path().is_ident("template")) {
        true => quote! {
            fn template(&self) -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::Some(self.verilog_body())
            }
        },
        false => quote!(),
    };
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::rust_hdl::prelude::Block for #circuit #of_type #bounds {
            fn connect_all(&mut self) {
                #prepare_all
                ::rust_hdl::prelude::Logic::connect(self);
                #(::rust_hdl::prelude::Block::connect_all(&mut self.#names);)*
            }

            fn update_all(&mut self) {
                #prepare_all
                ::rust_hdl::prelude::Logic::update(self);
                #(::rust_hdl::prelude::Block::update_all(&mut self.#names);)*
            }

            fn has_changed(&self) -> bool {
                #(::rust_hdl::prelude::Block::has_changed(&self.#names))||*
            }

            fn accept(&self, name: &str, probe: &mut dyn ::rust_hdl::prelude::Probe) {
                probe.visit_start_scope(name, self);
                #(::rust_hdl::prelude::Block::accept(&self.#names, #texts, probe);)*
                probe.visit_end_scope(name, self);
            }
        }

        #[automatically_derived]
        impl #generics crate::circuit::Part for #circuit #of_type #bounds {
            #prepare

            fn circuit(&self) -> ::core::option::Option<&dyn crate::circuit::Circuit> {
                ::core::option::Option::Some(self)
            }
        }

        #[automatically_derived]
        impl #generics crate::circuit::Circuit for #circuit #of_type #bounds {
            fn source(&self) -> crate::circuit::Source {
                crate::circuit::Source {
                    name: #name,
                    text: #text,
                    place: ::core::module_path!(),
                    notes: &[#(#notes),*],
                }
            }

            #template

            fn circuits(&self) -> ::std::vec::Vec<(&'static str, &dyn crate::circuit::Circuit)> {
                [#((#texts, crate::circuit::Part::circuit(&self.#names))),*]
                    .into_iter()
                    .filter_map(|(name, part)| ::core::option::Option::Some((name, part?)))
                    .collect()
            }

            fn drive_inputs(&mut self) {
                #(crate::circuit::Part::drive(&mut self.#names);)*
            }
        }

        #parts
    })
}

/// What the attributes of the fields say.
///
/// # Errors
///
/// An attribute has no text.
fn notes<'a>(fields: impl Iterator<Item = &'a Field>) -> Result<Vec<proc_macro2::TokenStream>, Error> {
    let mut notes = Vec::new();
    for field in fields {
        let name = field.ident.as_ref().map(ToString::to_string);
        for attribute in &field.attrs {
            let kind = match attribute.path() {
                path if path.is_ident("formula") => quote!(Formula),
                path if path.is_ident("with") => quote!(With),
                path if path.is_ident("only_if") => quote!(OnlyIf),
                path if path.is_ident("otherwise") => quote!(Otherwise),
                _ => continue,
            };
            let text: LitStr = attribute.parse_args()?;
            // Of a part that is not always there: `output = value` of an output that is not 0 then.
            let (name, text) = match attribute.path().is_ident("otherwise") {
                true => {
                    let text = text.value();
                    let pair = text.split_once(" = ");
                    let (output, value) = pair.ok_or_else(|| Error::new_spanned(attribute, "write: output = value"))?;
                    let name = name.as_deref().unwrap_or_default();
                    (format!("{name}.{output}"), value.to_owned())
                }
                false => (name.clone().unwrap_or_default(), text.value()),
            };
            notes.push(quote! {
                crate::circuit::Note {
                    field: #name,
                    kind: crate::circuit::NoteKind::#kind,
                    text: #text,
                }
            });
        }
    }
    Ok(notes)
}

/// The struct of all fields that need a value; nothing if there is none.
fn parts<'a>(input: &DeriveInput, fields: impl Iterator<Item = &'a Field>) -> proc_macro2::TokenStream {
    let (plain, given): (Vec<&Field>, Vec<&Field>) = fields.partition(|field| is_plain(&field.ty));
    if given.is_empty() {
        return quote!();
    }
    let circuit = &input.ident;
    let parts = format_ident!("{circuit}Parts");
    let (generics, of_type, bounds) = input.generics.split_for_impl();
    let plain = plain.iter().map(|field| &field.ident);
    let types = given.iter().map(|field| &field.ty);
    let given: Vec<_> = given.iter().map(|field| &field.ident).collect();
    quote! {
        // A circuit that derives `Default` as well does without.
        #[allow(dead_code)]
        struct #parts #generics #bounds {
            #(#given: #types,)*
        }

        #[allow(dead_code)]
        impl #generics #parts #of_type #bounds {
            /// The circuit of them.
            fn assemble(self) -> #circuit #of_type {
                #circuit {
                    #(#given: self.#given,)*
                    #(#plain: ::core::default::Default::default(),)*
                }
            }
        }
    }
}

/// The text of the file in which a circuit is declared, as an expression.
fn text(circuit: &Ident) -> proc_macro2::TokenStream {
    let file = circuit.span().unwrap().local_file();
    let path = file.and_then(|file| file.canonicalize().ok());
    match path.as_ref().and_then(|path| path.to_str()) {
        Some(path) => quote!(::core::include_str!(#path)),
        // An editor's analysis knows no files; the rest of the circuit is right there all the same.
        None => quote!(::core::compile_error!("this circuit stands in no file")),
    }
}

/// `late_check` of `LateCheck`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// Whether a field of this type begins the same in every circuit.
fn is_plain(of: &Type) -> bool {
    let Type::Path(path) = of else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|last| PLAIN.iter().any(|plain| last.ident == plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        let input = syn::parse_str(text).expect("it is Rust");
        let refused = implement(&input).expect_err("it is no circuit");
        refused.to_string()
    }

    #[test]
    fn circuit_is_a_struct_whose_fields_have_names() {
        assert_eq!(refusal("enum State { Idle }"), "a circuit is a struct");
        for text in ["struct Pair(Bit, Bit);", "struct Nothing;"] {
            assert_eq!(refusal(text), "a circuit's fields have names");
        }
    }

    #[test]
    fn field_with_a_name_that_verilog_keeps_is_refused() {
        for name in RESERVED {
            let text = format!("struct Part {{ {name}: Signal<In, Bit> }}");
            assert_eq!(refusal(&text), "Verilog keeps this name for itself");
        }
    }

    #[test]
    fn attributes_of_fields_become_notes() {
        let text = "struct Part {
            #[formula(\"1 << BITS\")] size: Constant<Bits<20>>,
            #[with(\"BITS = 4\")] #[only_if(\"ALARM\")] #[otherwise(\"done = ready\")] inner: Inner,
        }";
        let input: DeriveInput = syn::parse_str(text).expect("it is Rust");
        let Data::Struct(data) = &input.data else { unreachable!("it is a struct") };
        let found = notes(data.fields.iter()).expect("all have a text");
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        for (one, words) in found.iter().zip([
            ["\"size\"", "Formula", "\"1 << BITS\""],
            ["\"inner\"", "With", "\"BITS = 4\""],
            ["\"inner\"", "OnlyIf", "\"ALARM\""],
            ["\"inner.done\"", "Otherwise", "\"ready\""],
        ]) {
            assert!(words.iter().all(|word| one.contains(word)), "{one}");
        }
        assert_eq!(found.len(), 4);
        let text = "struct Part { #[otherwise(\"done\")] inner: Inner }";
        let input: DeriveInput = syn::parse_str(text).expect("it is Rust");
        let Data::Struct(data) = &input.data else { unreachable!("it is a struct") };
        let refused = notes(data.fields.iter()).expect_err("it has no value");
        assert_eq!(refused.to_string(), "write: output = value");
    }

    #[test]
    fn only_constants_and_parts_are_given_a_value() {
        let text = "struct Both { clock: Signal<In, Clock>, held: DFF<Bit>, mask: Constant<Bit>, _data: u32 }";
        let input: DeriveInput = syn::parse_str(text).expect("it is Rust");
        let Data::Struct(data) = &input.data else { unreachable!("it is a struct") };
        let parts = parts(&input, data.fields.iter()).to_string();
        let (declared, _) = parts.split_once('}').expect("a struct");
        assert!(declared.contains("BothParts") && declared.contains("mask") && declared.contains("_data"));
        assert!(!declared.contains("clock") && !declared.contains("held"));
    }

    #[test]
    fn name_in_small_letters_has_a_line_between_its_words() {
        assert_eq!(snake_case("LateCheck"), "late_check");
        assert_eq!(snake_case("Core"), "core");
    }
}
