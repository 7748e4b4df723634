use super::*;

/// A type as the source declares it, as far as showing a value takes: not what computes with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SourceType {
    Unknown,
    Scalar { scalar: Scalar, bytes: u32 },
    Array { element: TypeId, count: u64 },
    Record { bytes: u64, fields: Vec<Field> },
}

/// What the bits of a value stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    Signed,
    Unsigned,
    Float,
    Boolean,
    /// C's `char`, and wider ones.
    Character,
    Pointer,
}

/// A member of a structure, or a base class of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    pub name: String,
    /// Bytes from the start of the structure.
    pub offset: u64,
    pub ty: TypeId,
}

/// A variable of the source that is in memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Variable {
    pub name: String,
    pub role: Role,
    pub ty: TypeId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Local,
    Parameter,
}

impl Module {
    /// Bytes of a type; none where it is not known.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match &self.types[ty.index()] {
            SourceType::Unknown => None,
            SourceType::Scalar { bytes, .. } => Some(u64::from(*bytes)),
            SourceType::Array { element, count } => self.size_of(*element)?.checked_mul(*count),
            SourceType::Record { bytes, .. } => Some(*bytes),
        }
    }
}
