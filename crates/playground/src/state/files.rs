//! Files that the bot and people have sent, within bounded memory.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// All kept files together; the oldest go first.
pub(crate) const FILES_KEPT_BYTES: usize = 64 * 1024 * 1024;

/// The folder of all paths.
const FOLDER: &str = "documents/";

#[derive(Debug, Default)]
pub(crate) struct Files {
    known: HashMap<String, Arc<[u8]>>,
    /// Ids of the files that may be fetched.
    published: HashSet<String>,
    order: VecDeque<String>,
    bytes: usize,
    count: u64,
}

impl Files {
    /// Keeps a file and gives it an id.
    pub(crate) fn add(&mut self, content: Arc<[u8]>) -> String {
        self.count += 1;
        let id = format!("playground-file-{}", self.count);
        self.bytes += content.len();
        self.known.insert(id.clone(), content);
        self.order.push_back(id.clone());
        while self.bytes > FILES_KEPT_BYTES {
            let Some(oldest) = self.order.pop_front() else {
                break;
            };
            self.published.remove(&oldest);
            if let Some(content) = self.known.remove(&oldest) {
                self.bytes -= content.len();
            }
        }
        id
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<[u8]>> {
        self.known.get(id).cloned()
    }

    /// Lets a file be fetched from now on, and says at which path.
    pub(crate) fn publish(&mut self, id: &str) -> String {
        self.published.insert(id.to_owned());
        format!("{FOLDER}{id}")
    }

    /// The file that may be fetched at a path.
    pub(crate) fn at(&self, path: &str) -> Option<Arc<[u8]>> {
        let id = path.strip_prefix(FOLDER).filter(|id| self.published.contains(*id))?;
        self.get(id)
    }
}
