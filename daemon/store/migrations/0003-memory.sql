CREATE TABLE memories (
  memory_id INTEGER PRIMARY KEY NOT NULL,
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
CREATE INDEX memories_by_owner ON memories (owner, created_at);
CREATE INDEX memories_by_statement ON memories (owner, statement);
CREATE INDEX memories_by_forgetting ON memories (forgotten_at) WHERE forgotten_at IS NOT NULL;
CREATE INDEX memories_by_member ON memories (family_member_uuid);
CREATE INDEX memories_by_conversation ON memories (conversation_uuid, memory_id) WHERE conversation_uuid IS NOT NULL;

-- The words of each memory, with its owner as a word of its own, so that a search never leaves what is theirs.
CREATE VIRTUAL TABLE memory_words USING fts5(
  owner, content, tags, tokenize = 'porter unicode61 remove_diacritics 2', content = '', contentless_delete = 1
);

-- The meaning of each memory; vectors of one model lie in one of the two, those of another in the other.
CREATE VIRTUAL TABLE memory_vectors_a USING vec0(
  memory_id INTEGER PRIMARY KEY, owner TEXT PARTITION KEY, embedding FLOAT[384] distance_metric=cosine, chunk_size=128
);
CREATE VIRTUAL TABLE memory_vectors_b USING vec0(
  memory_id INTEGER PRIMARY KEY, owner TEXT PARTITION KEY, embedding FLOAT[384] distance_metric=cosine, chunk_size=128
);

CREATE TABLE vector_tables (
  name TEXT PRIMARY KEY NOT NULL CHECK (name IN ('a', 'b')),
  model TEXT,
  state TEXT NOT NULL CHECK (state IN ('active', 'building', 'kept', 'empty'))
) STRICT, WITHOUT ROWID;
INSERT INTO vector_tables VALUES ('a', 'static-en-v1', 'active'), ('b', NULL, 'empty');
