-- Several memories that a member wants forgotten at once, and the question whether all of them are meant.
CREATE TABLE forgettings (
  interaction_id TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  memory_uuids TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX forgettings_by_member ON forgettings (family_member_uuid);

-- What a message said while something of it is forgotten and can still be taken back; NULL where nothing is.
ALTER TABLE messages ADD COLUMN original TEXT;
-- What was said in a message stands in the memory of it too.
INSERT OR IGNORE INTO memory_quotes
  SELECT memory_uuid, 'message', message_uuid FROM memories WHERE message_uuid IS NOT NULL;
