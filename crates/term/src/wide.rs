//! Constants of more than 64 bits, interned beside the nodes.

use crate::bits::Bits;
use hashbrown::HashMap;
use std::hash::BuildHasherDefault;

/// Fixed keys: the pool's order must not differ from run to run.
type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;

#[derive(Default)]
pub struct WidePool {
    index: HashMap<Bits, u32, Hasher>,
    items: Vec<Option<Bits>>,
    free: Vec<u32>,
}

impl WidePool {
    pub fn intern(&mut self, value: &Bits) -> u32 {
        if let Some(&i) = self.index.get(value) {
            return i;
        }
        let i = match self.free.pop() {
            Some(i) => i,
            None => {
                self.items.push(None);
                u32::try_from(self.items.len() - 1).expect("fewer wide constants than terms")
            }
        };
        self.items[i as usize] = Some(value.clone());
        self.index.insert(value.clone(), i);
        i
    }

    /// Panics when `i` is not an interned constant.
    pub fn get(&self, i: u32) -> Bits {
        self.items[i as usize]
            .clone()
            .expect("a live wide constant")
    }

    pub fn free(&mut self, dead: Vec<u32>) {
        for &i in dead.iter().rev() {
            if let Some(value) = self.items[i as usize].take() {
                self.index.remove(&value);
                self.free.push(i);
            }
        }
    }
}
