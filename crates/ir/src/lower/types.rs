//! How LLVM's types become scalars, and where these lie in memory.

use std::rc::Rc;

use llvm_sys::LLVMTypeKind;

use super::{Lowered, Lowering, Unsupported};
use crate::llvm::Type;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Int,
    Pointer,
    Float,
    /// Same width as `half`, so arithmetic on it cannot be told apart.
    BFloat,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub width: u32,
    pub kind: Kind,
}

impl Scalar {
    pub fn is_float(self) -> bool {
        matches!(self.kind, Kind::Float | Kind::BFloat)
    }
}

/// A run of scalars in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    One {
        offset: u64,
        width: u32,
    },
    /// Elements of a vector that do not fill bytes: one integer in memory.
    Packed {
        offset: u64,
        width: u32,
        count: u32,
    },
}

/// A type taken apart. Pieces are in the order of the scalars.
#[derive(Default, Debug)]
pub struct Flat {
    pub scalars: Vec<Scalar>,
    pub pieces: Vec<Piece>,
}

impl Flat {
    pub fn widths(&self) -> Vec<u32> {
        self.scalars.iter().map(|s| s.width).collect()
    }

    pub fn floats(&self) -> Vec<bool> {
        self.scalars.iter().map(|s| s.is_float()).collect()
    }
}

/// More scalars than this in one value is not a register any more.
const MOST_SCALARS: u64 = 1 << 16;

impl Lowering<'_> {
    pub fn flat(&mut self, ty: Type) -> Lowered<Rc<Flat>> {
        if let Some(flat) = self.flats.get(&ty) {
            return Ok(flat.clone());
        }
        let mut flat = Flat::default();
        if !ty.is_void() {
            self.flatten(ty, 0, &mut flat)?;
        }
        let flat = Rc::new(flat);
        self.flats.insert(ty, flat.clone());
        Ok(flat)
    }

    fn flatten(&self, ty: Type, offset: u64, flat: &mut Flat) -> Lowered<()> {
        use LLVMTypeKind::*;
        let elements = ty.count().saturating_add(flat.scalars.len() as u64);
        if !ty.is_struct() && elements > MOST_SCALARS {
            return Err(Unsupported(format!("a value of type {}", ty.text())));
        }
        match ty.kind() {
            LLVMStructTypeKind => {
                for i in 0..ty.count() as u32 {
                    self.flatten(ty.field(i), offset + self.layout.field_offset(ty, i), flat)?;
                }
            }
            LLVMArrayTypeKind => {
                let stride = self.layout.alloc_size(ty.element());
                for i in 0..ty.count() {
                    self.flatten(ty.element(), offset + i * stride, flat)?;
                }
            }
            LLVMVectorTypeKind => flatten_vector(ty, offset, flat)?,
            _ => {
                let scalar = scalar_of(ty)?;
                flat.scalars.push(scalar);
                flat.pieces.push(Piece::One {
                    offset,
                    width: scalar.width,
                });
            }
        }
        Ok(())
    }

    /// Widths of the scalars of a type.
    pub fn widths(&mut self, ty: Type) -> Lowered<Vec<u32>> {
        Ok(self.flat(ty)?.widths())
    }

    /// Where element `index` of an aggregate starts among its scalars, and its type.
    pub fn element_position(&mut self, ty: Type, index: u32) -> Lowered<(usize, Type)> {
        if !ty.is_struct() {
            let element = ty.element();
            return Ok((index as usize * self.flat(element)?.scalars.len(), element));
        }
        let mut start = 0;
        for i in 0..index {
            start += self.flat(ty.field(i))?.scalars.len();
        }
        Ok((start, ty.field(index)))
    }
}

/// Vectors have no padding between elements.
fn flatten_vector(ty: Type, offset: u64, flat: &mut Flat) -> Lowered<()> {
    let scalar = scalar_of(ty.element())?;
    let count = ty.count() as u32;
    flat.scalars
        .extend(std::iter::repeat_n(scalar, count as usize));
    if scalar.width % 8 != 0 {
        flat.pieces.push(Piece::Packed {
            offset,
            width: scalar.width,
            count,
        });
        return Ok(());
    }
    for i in 0..u64::from(count) {
        let offset = offset + i * u64::from(scalar.width / 8);
        flat.pieces.push(Piece::One {
            offset,
            width: scalar.width,
        });
    }
    Ok(())
}

pub fn scalar_of(ty: Type) -> Lowered<Scalar> {
    use LLVMTypeKind::*;
    let (width, kind) = match ty.kind() {
        LLVMIntegerTypeKind => (ty.int_width(), Kind::Int),
        LLVMPointerTypeKind => (64, Kind::Pointer),
        LLVMHalfTypeKind => (16, Kind::Float),
        LLVMBFloatTypeKind => (16, Kind::BFloat),
        LLVMFloatTypeKind => (32, Kind::Float),
        LLVMDoubleTypeKind => (64, Kind::Float),
        LLVMX86_FP80TypeKind => (80, Kind::Float),
        LLVMFP128TypeKind => (128, Kind::Float),
        _ => return Err(Unsupported(format!("a value of type {}", ty.text()))),
    };
    Ok(Scalar { width, kind })
}
