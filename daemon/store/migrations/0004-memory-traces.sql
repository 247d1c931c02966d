-- An id is never given twice, so that what was noted of a deleted memory is never taken for another's.
CREATE TABLE memories_anew (
  memory_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  memory_uuid TEXT NOT NULL UNIQUE,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  owner TEXT NOT NULL,
  content TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('fact', 'preference', 'event', 'note')),
  importance REAL NOT NULL,
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'household')),
  actor TEXT NOT NULL CHECK (actor IN ('user', 'conversation', 'import')),
  conversation_uuid TEXT,
  message_uuid TEXT,
  confidence REAL NOT NULL,
  pinned INTEGER NOT NULL,
  strength INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER,
  superseded_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_accessed_at INTEGER NOT NULL,
  statement TEXT NOT NULL,
  forgotten_at INTEGER
) STRICT;
INSERT INTO memories_anew SELECT * FROM memories;
DROP TABLE memories;
ALTER TABLE memories_anew RENAME TO memories;
CREATE INDEX memories_by_owner ON memories (owner, created_at) WHERE forgotten_at IS NULL;
CREATE INDEX memories_by_statement ON memories (owner, statement);
CREATE INDEX memories_by_forgetting ON memories (forgotten_at) WHERE forgotten_at IS NOT NULL;
CREATE INDEX memories_by_member ON memories (family_member_uuid);
CREATE INDEX memories_by_conversation ON memories (conversation_uuid, memory_id) WHERE conversation_uuid IS NOT NULL;

-- Stems between spaces, each with its owner in front, so that a search never meets what others have. The program makes
-- them anew after this. They go from the index with the memory that they are of.
DROP TABLE memory_words;
CREATE VIRTUAL TABLE memory_words USING fts5(words, tokenize = 'ascii', detail = 'none');
INSERT INTO memory_words (memory_words, rank) VALUES ('secure-delete', 1);
