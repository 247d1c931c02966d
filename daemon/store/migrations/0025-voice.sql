-- How somebody sounds, encrypted with a key beside the database: a member, or a guest, who has no account.
CREATE TABLE voice_templates (
  family_member_uuid TEXT PRIMARY KEY NOT NULL,
  model TEXT NOT NULL,
  -- Of how much speech, in seconds.
  seconds REAL NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Recordings that somebody wanted kept, encrypted as well.
CREATE TABLE voice_samples (
  sample_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX voice_samples_by_person ON voice_samples (family_member_uuid);
