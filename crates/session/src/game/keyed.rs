//! Keyed numbers that stand for people in the data that is kept after theirs is deleted: blocks, declined
//! challenges, and the pairs of rated games. Without the key they identify no one, not even by hashing all
//! known users.

use core::fmt;
use core::hash::{Hash, Hasher};

use siphasher::sip::SipHasher24;

use crate::UserId;

/// Key of the numbers. The default one, which a store without a key of its own uses, is public.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct PersonKey([u8; 16]);

/// Number that follows from one or two people and a [`PersonKey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyedNumber(pub u64);

impl PersonKey {
    pub fn new(key: [u8; 16]) -> PersonKey {
        PersonKey(key)
    }

    /// Returns the number of a person.
    pub fn person(&self, user: UserId) -> KeyedNumber {
        self.number(&("person", user))
    }

    /// Returns the number of two people, regardless of their order.
    pub fn pair(&self, one: UserId, other: UserId) -> KeyedNumber {
        self.number(&("pair", one.min(other), one.max(other)))
    }

    /// Returns the number of two people in this order.
    pub fn ordered(&self, first: UserId, second: UserId) -> KeyedNumber {
        self.number(&("ordered", first, second))
    }

    fn number(&self, of: &impl Hash) -> KeyedNumber {
        let mut hasher = SipHasher24::new_with_key(&self.0);
        of.hash(&mut hasher);
        KeyedNumber(hasher.finish())
    }
}

impl fmt::Debug for PersonKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_from_people_their_order_where_it_matters_and_the_key() {
        let (ann, ben, clara) = (UserId(1_001), UserId(1_002), UserId(1_003));
        let [key, other] = [1, 2].map(|byte| PersonKey::new([byte; 16]));
        assert_eq!(key.pair(ann, ben), key.pair(ben, ann));
        assert_ne!(key.ordered(ann, ben), key.ordered(ben, ann));
        let all = [
            key.person(ann),
            key.person(ben),
            key.pair(ann, ben),
            key.pair(ann, clara),
            key.ordered(ann, ben),
            other.person(ann),
            other.pair(ann, ben),
            other.ordered(ann, ben),
        ];
        for (at, number) in all.iter().enumerate() {
            assert!(!all[..at].contains(number), "{at}");
        }
    }
}
