-- What programs come with instead of a sign-in; the key itself is nowhere.
CREATE TABLE api_keys (
  key_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  key_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  allowed_operations TEXT CHECK (json_valid(allowed_operations)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER
) STRICT;
CREATE INDEX api_keys_by_member ON api_keys (family_member_uuid);

-- The name of the key through which somebody did it.
ALTER TABLE interaction_events ADD COLUMN via TEXT;
