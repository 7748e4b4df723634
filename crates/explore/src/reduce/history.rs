//! The tree of all paths. A piece of a path is walked backward when all paths that go on from it have
//! ended: only then is it known what any of them needed. When less is left to be reached, less is needed,
//! and all pieces that are still there are walked again.

use super::needs::Needs;
use super::walk::{
    Dependence, Ending, Opaque, Start, Terrain, needs_at_end, needs_where_pruned, walk,
};
use pleach_interp::LogPiece;
use pleach_ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What the paths from here on needed; none if there are no such paths.
pub(super) type Known = Result<Option<Box<Needs>>, Opaque>;

/// How a path left the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left<S> {
    At(Ending),
    /// It was covered by this.
    Covered(S),
    /// There is no such path.
    Infeasible,
    /// Something it might have done was not done.
    Dropped,
}

struct Node<S> {
    piece: Arc<LogPiece>,
    /// Paths that go on from its end and are not walked yet.
    open: u8,
    /// What those needed that are.
    known: Known,
    /// Of a path's last piece.
    left: Option<Left<S>>,
}

/// A state forks into two.
const WAYS: u8 = 2;

/// Words of logs that are kept to be walked again.
const MOST_WORDS: usize = 1 << 24;

pub(super) struct History<S> {
    nodes: FxHashMap<u64, Node<S>>,
    /// Of pieces that are kept.
    words: usize,
    /// Walked since all were walked again.
    since: usize,
    /// Whether somebody wants to know what single paths needed.
    guesses: bool,
    /// Pieces that were walked for one path alone.
    guessed: FxHashSet<u64>,
}

/// Where a walk had to end, since others go on from there, and what the path needed.
pub(super) struct Open {
    piece: Arc<LogPiece>,
    known: Known,
}

impl<S> History<S> {
    pub fn new(guesses: bool) -> Self {
        History {
            guesses,
            nodes: FxHashMap::default(),
            words: 0,
            since: 0,
            guessed: FxHashSet::default(),
        }
    }
}

/// Who hears of what was needed at marks, and knows what covered states needed.
pub(super) trait Listener<S> {
    /// This was needed where a block begins.
    fn passed(&mut self, _at: (FuncId, u32), _needs: &Needs) {}
    fn needed(&mut self, mark: u64, needs: Result<&Needs, Opaque>);
    /// What is needed of the state that covered others, if that is still known.
    fn needs_of(&mut self, covering: S, frames: usize) -> Option<Needs>;
}

impl<S: Copy> History<S> {
    /// A path has ended with this piece. Walks it, and all before it that have no other way open.
    pub fn end<D: Dependence>(
        &mut self,
        terrain: &Terrain<'_, D>,
        mut piece: Arc<LogPiece>,
        left: Left<S>,
        listener: &mut dyn Listener<S>,
    ) -> Option<Open> {
        let Some(mut known) = known_at_end(terrain, &piece, left, listener) else {
            unreachable!("what covers it was just found");
        };
        self.keep(piece.clone(), left);
        loop {
            known = walk_piece(terrain, &piece, known, listener);
            let before = piece.before.clone()?;
            let node = self.nodes.entry(before.id).or_insert_with(|| Node {
                piece: before,
                open: WAYS,
                known: Ok(None),
                left: None,
            });
            node.open -= 1;
            if node.open > 0 {
                let open = self.guesses.then(|| Open {
                    piece: node.piece.clone(),
                    known: known.clone(),
                });
                join(&mut node.known, known);
                return open;
            }
            join(&mut node.known, known);
            self.words += node.piece.len();
            self.since += node.piece.len();
            piece = node.piece.clone();
            known = std::mem::replace(&mut node.known, Ok(None));
        }
    }

    /// Walks on to the beginning of a path without waiting for others that go on from there, over what
    /// nobody has walked in this way.
    pub fn guess<D: Dependence>(
        &mut self,
        terrain: &Terrain<'_, D>,
        open: Open,
        listener: &mut dyn Listener<S>,
    ) {
        let Open {
            mut piece,
            mut known,
        } = open;
        while self.guessed.insert(piece.id) {
            known = walk_piece(terrain, &piece, known, listener);
            match &piece.before {
                Some(before) => piece = before.clone(),
                None => return,
            }
        }
    }

    fn keep(&mut self, piece: Arc<LogPiece>, left: Left<S>) {
        if self.words > MOST_WORDS {
            // What is known of open ones does not get smaller any more.
            self.nodes.retain(|_, node| node.open > 0);
            self.words = 0;
        }
        self.words += piece.len();
        self.since += piece.len();
        if matches!(left, Left::Dropped) {
            return;
        }
        let node = Node {
            open: 0,
            known: Ok(None),
            left: Some(left),
            piece,
        };
        self.nodes.insert(node.piece.id, node);
    }

    /// Whether walking everything again takes no longer than what was walked since the last time. It
    /// depends on nothing but the paths.
    pub fn may_walk_again(&self) -> bool {
        self.since >= self.words
    }

    /// Walks everything again that is still there: fewer branches matter now.
    pub fn walk_again<D: Dependence>(
        &mut self,
        terrain: &Terrain<'_, D>,
        listener: &mut dyn Listener<S>,
    ) {
        self.since = 0;
        let mut ids: Vec<u64> = self.nodes.keys().copied().collect();
        // What comes later on a path has a larger number.
        ids.sort_unstable_by(|a, b| b.cmp(a));
        let mut found: FxHashMap<u64, (u8, Known)> = FxHashMap::default();
        for id in ids {
            let node = self.nodes.get_mut(&id).expect("it was just listed");
            let known = match (node.left, found.remove(&id)) {
                (Some(left), _) => match known_at_end(terrain, &node.piece, left, listener) {
                    Some(known) => known,
                    None => continue,
                },
                // Ways that are not there any more needed what they needed.
                (None, Some((ways, known))) if ways == WAYS - node.open => known,
                _ => continue,
            };
            if node.open > 0 {
                node.known = known;
                continue;
            }
            let known = walk_piece(terrain, &node.piece, known, listener);
            if let Some(before) = &node.piece.before {
                let entry = found.entry(before.id).or_insert((0, Ok(None)));
                entry.0 += 1;
                join(&mut entry.1, known);
            }
        }
    }
}

fn known_at_end<S: Copy, D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    left: Left<S>,
    listener: &mut dyn Listener<S>,
) -> Option<Known> {
    Some(match left {
        Left::At(ending) => needs_at_end(terrain, piece, ending).map(|needs| Some(Box::new(needs))),
        Left::Covered(by) => {
            let needs = listener.needs_of(by, piece.frames.len())?;
            Ok(Some(Box::new(needs_where_pruned(terrain, piece, needs))))
        }
        Left::Infeasible => Ok(None),
        Left::Dropped => Err(Opaque::Dropped),
    })
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
fn walk_piece<S, D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    known: Known,
    listener: &mut dyn Listener<S>,
) -> Known {
    let mut marks = &piece.marks[..];
    let result = match known {
        Ok(Some(needs)) => walk(terrain, piece, start(piece), *needs, |words, at, needs| {
            listener.passed(at, needs);
            while let Some((mark, before)) = marks.split_last()
                && mark.words >= words
            {
                if mark.words == words {
                    listener.needed(mark.name, Ok(needs));
                }
                marks = before;
            }
        })
        .map(|needs| Some(Box::new(needs))),
        Ok(None) => Ok(None),
        Err(why) => Err(why),
    };
    // Nothing goes on from here, or it is not known what.
    let why = result.as_ref().err().copied().unwrap_or(Opaque::Dropped);
    marks
        .iter()
        .for_each(|mark| listener.needed(mark.name, Err(why)));
    result
}

fn start(piece: &LogPiece) -> Option<Start> {
    let before = piece.before.as_ref()?;
    let at = before.frames.first().copied();
    Some((before.frames.len(), at.unwrap_or((FuncId(0), 0))))
}
