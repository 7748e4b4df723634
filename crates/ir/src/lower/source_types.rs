//! Types of variables, from debug information.

use std::collections::HashMap;

use crate::llvm::{Context, Meta};
use crate::{Field, Module, Scalar, SourceType, TypeId};

/// DWARF tags.
mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const CLASS: u16 = 0x02;
    pub const ENUMERATION: u16 = 0x04;
    pub const MEMBER: u16 = 0x0d;
    pub const POINTER: u16 = 0x0f;
    pub const REFERENCE: u16 = 0x10;
    pub const STRUCTURE: u16 = 0x13;
    pub const TYPEDEF: u16 = 0x16;
    pub const UNION: u16 = 0x17;
    pub const INHERITANCE: u16 = 0x1c;
    pub const BASE: u16 = 0x24;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
    pub const RVALUE_REFERENCE: u16 = 0x42;
    pub const ATOMIC: u16 = 0x47;
}

/// Debug nodes of types that were already turned into table entries; entry 0 is "unknown".
pub struct TypeTables {
    known: HashMap<Meta, TypeId>,
    numbers: HashMap<SourceType, TypeId>,
}

impl TypeTables {
    pub fn new(out: &mut Module) -> TypeTables {
        let mut tables = TypeTables {
            known: HashMap::new(),
            numbers: HashMap::new(),
        };
        tables.add(out, SourceType::Unknown);
        tables
    }

    fn add(&mut self, out: &mut Module, ty: SourceType) -> TypeId {
        *self.numbers.entry(ty).or_insert_with_key(|ty| {
            out.types.push(ty.clone());
            TypeId(out.types.len() as u32 - 1)
        })
    }

    pub fn of(&mut self, context: &Context, out: &mut Module, node: Option<Meta>) -> TypeId {
        let Some(node) = node else { return TypeId(0) };
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let id = match node.tag() {
            tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => {
                self.of(context, out, node.base_type(context))
            }
            _ => {
                let ty = self.made(context, out, node);
                self.add(out, ty.unwrap_or(SourceType::Unknown))
            }
        };
        self.known.insert(node, id);
        id
    }

    fn made(&mut self, context: &Context, out: &mut Module, node: Meta) -> Option<SourceType> {
        let bytes = node.type_bits() / 8;
        let scalar = |scalar| {
            let bytes = u32::try_from(bytes).ok().filter(|bytes| *bytes > 0)?;
            Some(SourceType::Scalar { scalar, bytes })
        };
        match node.tag() {
            tag::BASE => scalar(scalar_named(&node.type_name())?),
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => scalar(Scalar::Pointer),
            tag::ENUMERATION => {
                let base = self.of(context, out, node.base_type(context));
                match out.types[base.index()] {
                    SourceType::Scalar { scalar: base, .. } => scalar(base),
                    _ => scalar(Scalar::Unsigned),
                }
            }
            tag::ARRAY => self.array(context, out, node),
            tag::STRUCTURE | tag::CLASS => self.record(context, out, node, bytes),
            // Which of its members counts is known to the program alone; one that is all of it is
            // as good as the union.
            tag::UNION => {
                let members = self.fields(context, out, node);
                let mut whole = members.iter().filter(|f| out.size_of(f.ty) == Some(bytes));
                let (only, other) = (whole.next()?, whole.next());
                let others_are_empty = other.is_none()
                    && (members.iter()).all(|f| f == only || out.size_of(f.ty) == Some(0));
                others_are_empty.then(|| out.types[only.ty.index()].clone())
            }
            _ => None,
        }
    }

    /// Of several dimensions: arrays of arrays, the last dimension innermost.
    fn array(&mut self, context: &Context, out: &mut Module, node: Meta) -> Option<SourceType> {
        let mut element = self.of(context, out, node.base_type(context));
        let counts: Option<Vec<u64>> = node
            .type_elements(context)
            .iter()
            .map(|range| range.operand_int(context, 0))
            .collect();
        let mut ty = SourceType::Unknown;
        for count in counts?.into_iter().rev() {
            ty = SourceType::Array { element, count };
            element = self.add(out, ty.clone());
        }
        Some(ty)
    }

    /// A structure around one value (a new type of Rust) is shown like that value.
    fn record(
        &mut self,
        context: &Context,
        out: &mut Module,
        node: Meta,
        bytes: u64,
    ) -> Option<SourceType> {
        let fields = self.fields(context, out, node);
        if let [only] = &fields[..]
            && only.name.starts_with("__")
            && out.size_of(only.ty) == Some(bytes)
        {
            return Some(out.types[only.ty.index()].clone());
        }
        Some(SourceType::Record { bytes, fields })
    }

    fn fields(&mut self, context: &Context, out: &mut Module, node: Meta) -> Vec<Field> {
        let mut fields = Vec::new();
        for member in node.type_elements(context) {
            if !matches!(member.tag(), tag::MEMBER | tag::INHERITANCE) {
                continue;
            }
            let base = member.base_type(context);
            // Static members have a place of their own; bit fields share bytes.
            let bits = member.type_bits();
            if member.tag() == tag::MEMBER && (bits == 0 || bits % 8 != 0) {
                continue;
            }
            fields.push(Field {
                name: match member.tag() {
                    tag::MEMBER => member.type_name(),
                    _ => base.map(Meta::type_name).unwrap_or_default(),
                },
                offset: member.type_offset_bits() / 8,
                ty: self.of(context, out, base),
            });
        }
        fields
    }
}

/// By the compilers' names of their own types: debug information says the same with a number that
/// LLVM's C interface does not give.
fn scalar_named(name: &str) -> Option<Scalar> {
    let has = |part: &str| name.split_whitespace().any(|word| word == part);
    Some(match name {
        "bool" | "_Bool" => Scalar::Boolean,
        "char" | "wchar_t" | "char8_t" | "char16_t" | "char32_t" => Scalar::Character,
        "f16" | "f32" | "f64" | "f128" | "_Float16" | "__bf16" | "__float128" => Scalar::Float,
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => Scalar::Unsigned,
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => Scalar::Signed,
        _ if has("unsigned") => Scalar::Unsigned,
        _ if has("float") || has("double") => Scalar::Float,
        _ if has("char") || has("short") || has("int") || has("long") || has("__int128") => {
            Scalar::Signed
        }
        _ => return None,
    })
}
