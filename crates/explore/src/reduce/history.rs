//! The tree of all paths, as far as it is not walked yet. A piece of a path is walked backward when all
//! paths that go on from it have ended: only then is it known what any of them needed.

use super::needs::Needs;
use super::walk::{Dependence, Opaque, Start, Terrain, walk};
use pleach_interp::LogPiece;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What the paths from here on needed.
pub(super) type Known = Result<Option<Needs>, Opaque>;

struct Node {
    piece: Arc<LogPiece>,
    /// Paths that go on from its end and are not walked yet.
    open: u8,
    known: Known,
}

/// A state forks into two.
const WAYS: u8 = 2;

#[derive(Default)]
pub(super) struct History {
    nodes: FxHashMap<u64, Node>,
}

impl History {
    /// A path has ended with this piece, at whose end this is needed. Walks it, and all before it that
    /// have no other way open. `visit` hears of the needs where a mark is, or that they are not known.
    pub fn end<D: Dependence>(
        &mut self,
        terrain: &Terrain<'_, D>,
        mut piece: Arc<LogPiece>,
        mut known: Known,
        mut visit: impl FnMut(u64, Result<&Needs, Opaque>),
    ) {
        loop {
            known = walk_piece(terrain, &piece, known, &mut visit);
            let Some(before) = piece.before.clone() else {
                return;
            };
            let id = before.id;
            let node = self.nodes.entry(id).or_insert_with(|| Node {
                piece: before,
                open: WAYS,
                known: Ok(None),
            });
            node.open -= 1;
            join(&mut node.known, known);
            if node.open > 0 {
                return;
            }
            let node = self.nodes.remove(&id).expect("it was just there");
            (piece, known) = (node.piece, node.known);
        }
    }
}

fn join(known: &mut Known, other: Known) {
    match (known, other) {
        (Err(_), _) => {}
        (known, Err(why)) => *known = Err(why),
        (_, Ok(None)) => {}
        (Ok(Some(mine)), Ok(Some(theirs))) => mine.join(&theirs),
        (known, Ok(theirs)) => *known = Ok(theirs),
    }
}

/// What is needed where the piece begins.
fn walk_piece<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    known: Known,
    visit: &mut impl FnMut(u64, Result<&Needs, Opaque>),
) -> Known {
    let mut marks = &piece.marks[..];
    let result = match known {
        Ok(Some(needs)) => walk(terrain, piece, start(piece), needs, |words, needs| {
            while let Some((mark, before)) = marks.split_last()
                && mark.words >= words
            {
                if mark.words == words {
                    visit(mark.name, Ok(needs));
                }
                marks = before;
            }
        })
        .map(Some),
        Ok(None) => Ok(None),
        Err(why) => Err(why),
    };
    // Nothing goes on from here, or it is not known what.
    let why = result.as_ref().err().copied().unwrap_or(Opaque::Dropped);
    marks.iter().for_each(|mark| visit(mark.name, Err(why)));
    result
}

fn start(piece: &LogPiece) -> Option<Start> {
    let before = piece.before.as_ref()?;
    let at = before.frames.first().copied();
    Some((before.frames.len(), at.unwrap_or((pleach_ir::FuncId(0), 0))))
}
