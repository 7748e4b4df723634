//! The alternative to the arena: nodes behind reference counts, interned through weak references,
//! freed as soon as nobody holds them.

use hashbrown::HashTable;
use parking_lot::Mutex;
use std::sync::{Arc, Weak};

const SHARDS: usize = 64;

struct Node {
    op: u8,
    width: u32,
    args: [Option<Counted>; 2],
    leaf: u32,
    hash: u64,
    home: Arc<Tables>,
}

type Tables = Vec<Mutex<HashTable<(u64, Weak<Node>)>>>;

#[derive(Clone)]
pub struct Counted(Arc<Node>);

pub struct Interner(Arc<Tables>);

fn address(arg: &Option<Counted>) -> u64 {
    arg.as_ref().map_or(0, |a| Arc::as_ptr(&a.0) as u64)
}

impl Drop for Node {
    fn drop(&mut self) {
        let me: *const Node = self;
        let mut table = self.home[(self.hash >> 58) as usize].lock();
        if let Ok(entry) = table.find_entry(self.hash, |(_, weak)| weak.as_ptr() == me) {
            entry.remove();
        }
    }
}

impl Counted {
    pub fn first(&self) -> Option<&Counted> {
        black_boxed(self.0.op, self.0.width);
        self.0.args[0].as_ref()
    }
}

/// The fields are read as a user of the node would.
fn black_boxed(op: u8, width: u32) {
    std::hint::black_box((op, width));
}

impl Interner {
    pub fn new() -> Interner {
        Interner(Arc::new(
            (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
        ))
    }

    pub fn leaf(&self, number: u32) -> Counted {
        self.find_or_make(1, 64, [None, None], number)
    }

    pub fn intern(&self, op: u8, width: u32, a: &Counted, b: &Counted) -> Counted {
        self.find_or_make(op, width, [Some(a.clone()), Some(b.clone())], 0)
    }

    fn find_or_make(&self, op: u8, width: u32, args: [Option<Counted>; 2], leaf: u32) -> Counted {
        const K: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash =
            (u64::from(op) | u64::from(width) << 8 | u64::from(leaf) << 32).wrapping_mul(K);
        for arg in &args {
            hash = (hash ^ hash >> 29 ^ address(arg)).wrapping_mul(K);
        }
        let mut table = self.0[(hash >> 58) as usize].lock();
        let mut found = None;
        table.find(hash, |(h, weak)| {
            if *h != hash {
                return false;
            }
            let Some(node) = weak.upgrade() else {
                return false;
            };
            let same = node.op == op
                && node.width == width
                && node.leaf == leaf
                && address(&node.args[0]) == address(&args[0])
                && address(&node.args[1]) == address(&args[1]);
            if same {
                found = Some(node);
            }
            same
        });
        if let Some(node) = found {
            return Counted(node);
        }
        let node = Arc::new(Node {
            op,
            width,
            args,
            leaf,
            hash,
            home: self.0.clone(),
        });
        table.insert_unique(hash, (hash, Arc::downgrade(&node)), |(h, _)| *h);
        Counted(node)
    }
}
