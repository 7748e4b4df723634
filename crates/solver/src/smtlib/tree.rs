//! S-expressions, read without recursion: inputs nest thousands of levels deep.

use super::ReadError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

#[derive(Clone, Debug)]
enum Node<'t> {
    Atom(&'t str),
    /// Where the children are listed.
    List {
        start: u32,
        len: u32,
    },
}

/// The expressions of one text.
pub(super) struct Tree<'t> {
    nodes: Vec<Node<'t>>,
    children: Vec<NodeId>,
    pub roots: Vec<NodeId>,
}

impl<'t> Tree<'t> {
    pub fn parse(text: &'t str) -> Result<Tree<'t>, ReadError> {
        let mut tree = Tree {
            nodes: Vec::new(),
            children: Vec::new(),
            roots: Vec::new(),
        };
        let mut pending: Vec<NodeId> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut rest = text;
        while let Some((token, after)) = next_token(rest) {
            rest = after;
            match token {
                "(" => {
                    open.push(pending.len());
                    continue;
                }
                ")" => {
                    let first = open.pop().ok_or_else(|| {
                        syntax(text, rest, "a closing parenthesis without an opening one")
                    })?;
                    let node = Node::List {
                        start: tree.children.len() as u32,
                        len: (pending.len() - first) as u32,
                    };
                    tree.children.extend(pending.drain(first..));
                    tree.nodes.push(node);
                }
                atom => tree.nodes.push(Node::Atom(atom)),
            }
            let id = NodeId(tree.nodes.len() as u32 - 1);
            let list = if open.is_empty() {
                &mut tree.roots
            } else {
                &mut pending
            };
            list.push(id);
        }
        match open.is_empty() {
            true => Ok(tree),
            false => Err(syntax(
                text,
                rest,
                "an opening parenthesis without a closing one",
            )),
        }
    }

    pub fn atom(&self, id: NodeId) -> Option<&'t str> {
        match &self.nodes[id.0 as usize] {
            Node::Atom(text) => Some(text),
            Node::List { .. } => None,
        }
    }

    /// The elements of a list; none for an atom.
    pub fn list(&self, id: NodeId) -> &[NodeId] {
        match self.nodes[id.0 as usize] {
            Node::Atom(_) => &[],
            Node::List { start, len } => &self.children[start as usize..(start + len) as usize],
        }
    }

    /// The first element of a list, if it is an atom.
    pub fn head(&self, id: NodeId) -> Option<&'t str> {
        self.atom(*self.list(id).first()?)
    }

    /// The expression as text, cut short: for messages.
    pub fn describe(&self, id: NodeId) -> String {
        match (self.atom(id), self.head(id)) {
            (Some(atom), _) => atom.to_string(),
            (_, Some(head)) => format!("({head} ...)"),
            _ => "(...)".to_string(),
        }
    }
}

fn syntax(text: &str, rest: &str, what: &'static str) -> ReadError {
    let read = &text[..text.len() - rest.len()];
    ReadError::Syntax {
        line: 1 + read.bytes().filter(|b| *b == b'\n').count(),
        what,
    }
}

/// The next token and the text behind it; comments and blanks are skipped.
fn next_token(text: &str) -> Option<(&str, &str)> {
    let mut text = text.trim_ascii_start();
    while text.starts_with(';') {
        let end = text.find('\n').unwrap_or(text.len());
        text = text[end..].trim_ascii_start();
    }
    let end = match text.as_bytes().first()? {
        b'(' | b')' => 1,
        b'|' => text[1..].find('|').map_or(text.len(), |i| i + 2),
        b'"' => text[1..].find('"').map_or(text.len(), |i| i + 2),
        _ => {
            let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b';');
            text.bytes().position(ends).unwrap_or(text.len())
        }
    };
    Some(text.split_at(end))
}
