//! Files the bot has sent, within bounded memory.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// All kept files together; the oldest go first.
const FILES_KEPT_BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Files {
    known: HashMap<String, Arc<[u8]>>,
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
            if let Some(content) = self.known.remove(&oldest) {
                self.bytes -= content.len();
            }
        }
        id
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<[u8]>> {
        self.known.get(id).cloned()
    }
}
