/// A number for contents: FNV-1a, a word at a time.
#[derive(Debug, Clone)]
pub struct ContentHash(u64);

impl Default for ContentHash {
    fn default() -> Self {
        ContentHash::new()
    }
}

impl ContentHash {
    pub fn new() -> ContentHash {
        ContentHash(0xcbf2_9ce4_8422_2325)
    }

    /// Where one piece ends and the next begins is part of the contents.
    pub fn add(&mut self, bytes: &[u8]) {
        let mut word = |word: u64| {
            // The high half goes round: a product only moves bits up.
            self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
            self.0 ^= self.0 >> 32;
        };
        word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..chunk.len()].copy_from_slice(chunk);
            word(u64::from_le_bytes(padded));
        }
    }

    pub fn value(&self) -> u64 {
        self.0
    }
}
