-- What the administrators of a group have chosen for it: who may start games, in which topic, and what
-- language is spoken. NULL stands for any topic, and for the language of whoever asks.
CREATE TABLE group_settings (
    chat BIGINT PRIMARY KEY,
    starters TEXT NOT NULL DEFAULT 'everybody',
    topic BIGINT,
    language TEXT
);
