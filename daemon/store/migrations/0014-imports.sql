-- Files that memories were taken from: how far each is, and what came of it.
CREATE TABLE imports (
  import_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members (family_member_uuid),
  state TEXT NOT NULL CHECK (state IN ('draft', 'running', 'done', 'failed', 'undone')),
  format TEXT,
  roles TEXT NOT NULL CHECK (roles IN ('own', 'all')),
  visibility TEXT CHECK (visibility IN ('private', 'household')),
  source_name TEXT,
  received INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  total INTEGER,
  done INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  merged INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  error TEXT,
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_by_member ON imports (family_member_uuid, created_at);

-- The import that a memory came by first; NULL where its member told or changed it themselves.
ALTER TABLE memories ADD COLUMN import_uuid TEXT;
-- Every import that a memory came by, so that all of one can be undone.
CREATE TABLE import_memories (
  import_uuid TEXT NOT NULL REFERENCES imports (import_uuid) ON DELETE CASCADE,
  memory_id INTEGER NOT NULL REFERENCES memories (memory_id) ON DELETE CASCADE,
  PRIMARY KEY (import_uuid, memory_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_memories_by_memory ON import_memories (memory_id);
-- What an undone import took the place of is found by what took it.
CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
