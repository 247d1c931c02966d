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
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_by_member ON imports (family_member_uuid, created_at);

-- The import that a memory came by, so that all of it can be undone.
ALTER TABLE memories ADD COLUMN import_uuid TEXT;
CREATE INDEX memories_by_import ON memories (import_uuid) WHERE import_uuid IS NOT NULL;
-- What an undone import took the place of is found by what took it.
CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
