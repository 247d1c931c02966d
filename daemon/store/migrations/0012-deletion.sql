-- A result goes with what it names; its key stays, so that nothing is done again. Secrets are not kept at all.
CREATE TABLE idempotency_anew (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('kept', 'shown_once', 'gone')),
  request_hash TEXT,
  result TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
INSERT INTO idempotency_anew SELECT owner, key, 'kept', request_hash, result, created_at FROM idempotency;
DROP TABLE idempotency;
ALTER TABLE idempotency_anew RENAME TO idempotency;
CREATE INDEX idempotency_by_age ON idempotency (created_at);
UPDATE idempotency SET state = 'shown_once', result = NULL
  WHERE json_extract(result, '$.invitation_code') IS NOT NULL OR json_extract(result, '$.pairing_code') IS NOT NULL;

-- The ids in a request and in its result.
CREATE TABLE idempotency_subjects (
  subject TEXT NOT NULL,
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (subject, owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_subjects_by_key ON idempotency_subjects (owner, key);
INSERT OR IGNORE INTO idempotency_subjects
  SELECT found.atom, idempotency.owner, idempotency.key FROM idempotency, json_tree(idempotency.result) AS found
  WHERE found.type = 'text' AND found.atom GLOB '????????-????-????-????-????????????';

-- Where the text of a memory stands beside the memory.
CREATE TABLE memory_quotes (
  memory_uuid TEXT NOT NULL,
  place TEXT NOT NULL CHECK (place IN ('message', 'interaction', 'goal')),
  id TEXT NOT NULL,
  PRIMARY KEY (memory_uuid, place, id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO memory_quotes
  SELECT used.value ->> 'memory_uuid', 'message', message_uuid FROM messages, json_each(memories_used) AS used;
INSERT OR IGNORE INTO memory_quotes SELECT older_uuid, 'interaction', interaction_id FROM contradictions;
INSERT OR IGNORE INTO memory_quotes SELECT newer_uuid, 'interaction', interaction_id FROM contradictions;

-- What was deleted for good, so that no backup brings it back: a member's everything, a memory, a member's history.
CREATE TABLE erasures (
  erasure_uuid TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('member', 'memory', 'history')),
  subject TEXT NOT NULL,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The resets from before there was this list, by ids that are the same wherever it is made of the same log.
INSERT INTO erasures
  SELECT printf('00000000-0000-4000-8000-%012x', seq), 'member', family_member_uuid, created_at
  FROM audit WHERE event = 'emergency_reset' AND family_member_uuid IS NOT NULL;
