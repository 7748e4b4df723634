//! The shared arena: nodes are interned through shards and read without locks.

use crate::bits::Bits;
use crate::buckets::{Buckets, Zeroed};
use crate::input::Registry;
use crate::vars::VarSets;
use crate::wide::WidePool;
use crate::{Node, Op, Term};
use hashbrown::HashTable;
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

const SHARD_BITS: u32 = 6;

/// A node in memory. All fields are atomics so that a reader that breaks the rules of
/// [`Terms::sweep`] sees a wrong term, never undefined behaviour.
#[repr(C, align(32))]
pub(crate) struct Slot {
    op: AtomicU32,
    width: AtomicU32,
    a: AtomicU32,
    b: AtomicU32,
    c: AtomicU32,
    hash: AtomicU32,
    /// 0: not computed; else the index of the free-variable set.
    pub(crate) vars: AtomicU32,
    _pad: AtomicU32,
}

// SAFETY: only atomics; zero is the constant 0 of width 0.
unsafe impl Zeroed for Slot {}

impl Slot {
    #[inline]
    fn is(&self, node: &Node) -> bool {
        self.a.load(Relaxed) == node.a
            && self.b.load(Relaxed) == node.b
            && self.c.load(Relaxed) == node.c
            && self.op.load(Relaxed) == node.op as u32
            && self.width.load(Relaxed) == node.width
    }

    fn set(&self, node: &Node, hash: u32) {
        self.op.store(node.op as u32, Relaxed);
        self.width.store(node.width, Relaxed);
        self.a.store(node.a, Relaxed);
        self.b.store(node.b, Relaxed);
        self.c.store(node.c, Relaxed);
        self.hash.store(hash, Relaxed);
        self.vars.store(0, Relaxed);
    }

    #[inline]
    fn node(&self) -> Node {
        Node {
            op: Op::from_u8(self.op.load(Relaxed) as u8),
            width: self.width.load(Relaxed),
            a: self.a.load(Relaxed),
            b: self.b.load(Relaxed),
            c: self.c.load(Relaxed),
        }
    }
}

/// On its own cache lines: neighbours' locks are taken by other threads.
#[repr(align(128))]
struct Shard(Mutex<HashTable<u32>>);

/// The shared arena of terms. All methods take `&self` and may be called by several threads at
/// once, except [`Terms::sweep`].
pub struct Terms {
    slots: Buckets<Slot>,
    shards: Box<[Shard]>,
    next: AtomicU32,
    /// Freed indices, highest first, and whether there are any: looked at before taking the lock.
    free: Mutex<Vec<u32>>,
    any_free: AtomicBool,
    generation: AtomicU64,
    pub(crate) wide: Mutex<WidePool>,
    pub(crate) sets: VarSets,
    pub(crate) registry: RwLock<Registry>,
    fls: Term,
    tru: Term,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Terms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terms")
            .field("live", &self.live())
            .finish_non_exhaustive()
    }
}

#[inline]
fn hash_node(node: &Node) -> u32 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let head = u64::from(node.op as u8) | u64::from(node.width) << 8;
    let mut h = (head ^ u64::from(node.c) << 32).wrapping_mul(K);
    h ^= h >> 29;
    h = (h ^ (u64::from(node.a) | u64::from(node.b) << 32)).wrapping_mul(K);
    h ^= h >> 32;
    (h.wrapping_mul(K) >> 32) as u32
}

/// The table's hash, from the 32 bits that the node keeps. The shard is chosen by the top bits;
/// hashbrown uses the low bits and the top seven, which both still vary within a shard.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl Terms {
    pub fn new() -> Terms {
        let shards = (0..1 << SHARD_BITS)
            .map(|_| Shard(Mutex::default()))
            .collect();
        let mut terms = Terms {
            slots: Buckets::new(),
            shards,
            // Index 0 is not a term, so that `Option<Term>` takes four bytes.
            next: AtomicU32::new(1),
            free: Mutex::default(),
            any_free: AtomicBool::new(false),
            generation: AtomicU64::new(0),
            wide: Mutex::default(),
            sets: VarSets::new(),
            registry: RwLock::default(),
            fls: Term::from_raw(1),
            tru: Term::from_raw(1),
        };
        terms.fls = terms.constant(1, 0);
        terms.tru = terms.constant(1, 1);
        terms
    }

    #[inline]
    pub(crate) fn slot(&self, t: Term) -> &Slot {
        self.slots.get(t.raw())
    }

    #[inline]
    pub fn node(&self, t: Term) -> Node {
        self.slot(t).node()
    }

    #[inline]
    pub fn op(&self, t: Term) -> Op {
        Op::from_u8(self.slot(t).op.load(Relaxed) as u8)
    }

    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        self.slot(t).width.load(Relaxed)
    }

    /// The one term for `node`. No folding: the constructors above this do that.
    pub(crate) fn intern(&self, node: Node) -> Term {
        let hash = hash_node(&node);
        let mut shard = self.shards[(hash >> (32 - SHARD_BITS)) as usize].0.lock();
        let found = shard.find(spread(hash), |&i| self.slots.get(i).is(&node));
        if let Some(&i) = found {
            return Term::from_raw(i);
        }
        let index = self.take_index();
        self.slots.get(index).set(&node, hash);
        shard.insert_unique(spread(hash), index, |&i| {
            spread(self.slots.get(i).hash.load(Relaxed))
        });
        Term::from_raw(index)
    }

    /// One index at a time from one counter: terms that are made one after another lie side by
    /// side, which is worth more when they are read than a counter per shard is when they are made.
    fn take_index(&self) -> u32 {
        if self.any_free.load(Relaxed) {
            let mut free = self.free.lock();
            if let Some(index) = free.pop() {
                return index;
            }
            self.any_free.store(false, Relaxed);
        }
        let index = self.next.fetch_add(1, Relaxed);
        self.slots.reserve(index);
        index
    }

    /// The constant of the low `width` bits of `value` (zero extended beyond 64).
    #[inline]
    pub fn constant(&self, width: u32, value: u64) -> Term {
        if width > 64 {
            return self.constant_bits(&Bits::new(width, value.into()));
        }
        assert!(width > 0, "a term has at least one bit");
        let value = value & (u64::MAX >> (64 - width));
        self.intern(Node {
            op: Op::Const,
            width,
            a: value as u32,
            b: (value >> 32) as u32,
            c: 0,
        })
    }

    pub fn constant_bits(&self, value: &Bits) -> Term {
        if let Some(small) = value.to_u64() {
            return self.constant(value.width(), small);
        }
        // The pool stays locked so that a sweep cannot free the entry in between.
        let mut pool = self.wide.lock();
        let a = pool.intern(value);
        self.intern(Node {
            op: Op::Const,
            width: value.width(),
            a,
            b: 0,
            c: 1,
        })
    }

    #[inline]
    pub fn bool(&self, value: bool) -> Term {
        if value { self.tru } else { self.fls }
    }

    #[inline]
    pub fn tru(&self) -> Term {
        self.tru
    }

    #[inline]
    pub fn fls(&self) -> Term {
        self.fls
    }

    #[inline]
    pub fn is_true(&self, t: Term) -> bool {
        t == self.tru
    }

    #[inline]
    pub fn is_false(&self, t: Term) -> bool {
        t == self.fls
    }

    #[inline]
    pub fn is_const(&self, t: Term) -> bool {
        self.op(t) == Op::Const
    }

    /// The value of a constant of at most 64 bits.
    #[inline]
    pub fn as_const(&self, t: Term) -> Option<u64> {
        self.node(t).small_const()
    }

    /// The value of a constant of any width.
    pub fn as_bits(&self, t: Term) -> Option<Bits> {
        let node = self.node(t);
        if node.op != Op::Const {
            return None;
        }
        Some(match node.small_const() {
            Some(value) => Bits::new(node.width, value.into()),
            None => self.wide.lock().get(node.a),
        })
    }

    /// The number of interned terms.
    pub fn live(&self) -> usize {
        self.shards.iter().map(|shard| shard.0.lock().len()).sum()
    }

    /// Every index handed out so far is below this.
    pub fn allocated(&self) -> usize {
        self.next.load(Relaxed) as usize
    }

    /// Counts sweeps. A cache keyed by `Term` is stale once this has changed.
    pub fn generation(&self) -> u64 {
        self.generation.load(Relaxed)
    }

    /// Frees every term that `roots` do not reach and returns how many there were. Variables and
    /// inputs stay. Freed indices are reused: a term kept elsewhere may afterwards name another
    /// node, so every holder of terms contributes roots or forgets its terms.
    ///
    /// No other thread may use the arena meanwhile (a breach gives wrong terms, not undefined
    /// behaviour).
    pub fn sweep(&self, roots: impl IntoIterator<Item = Term>) -> usize {
        let marked = self.mark(roots);
        let is_marked = |i: u32| marked[i as usize / 64] >> (i % 64) & 1 == 1;
        let mut dead = Vec::new();
        let mut dead_wide = Vec::new();
        for shard in &self.shards {
            let table = &mut *shard.0.lock();
            table.retain(|&mut i| {
                let node = self.slots.get(i).node();
                let keep = is_marked(i) || node.op == Op::Var;
                if !keep {
                    dead.push(i);
                    if node.op == Op::Const && node.width > 64 {
                        dead_wide.push(node.a);
                    }
                }
                keep
            });
            table.shrink_to(table.len() * 2, |&i| {
                spread(self.slots.get(i).hash.load(Relaxed))
            });
        }
        let freed = dead.len();
        let mut free = self.free.lock();
        free.append(&mut dead);
        // Lowest indices are popped first: a deterministic order, and neighbours stay neighbours.
        free.sort_unstable_by(|x, y| y.cmp(x));
        self.any_free.store(!free.is_empty(), Relaxed);
        drop(free);
        self.wide.lock().free(dead_wide);
        self.generation.fetch_add(1, Relaxed);
        freed
    }

    /// A bit per index, set for what the roots reach.
    fn mark(&self, roots: impl IntoIterator<Item = Term>) -> Vec<u64> {
        let mut marked = vec![0u64; self.allocated() / 64 + 1];
        let mut stack = vec![self.fls, self.tru];
        stack.extend(roots);
        while let Some(t) = stack.pop() {
            let (word, bit) = (t.index() / 64, 1 << (t.index() % 64));
            if marked[word] & bit == 0 {
                marked[word] |= bit;
                stack.extend(self.node(t).args());
            }
        }
        marked
    }
}
