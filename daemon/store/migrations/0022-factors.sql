-- The seeds of authenticator apps, sealed with a key that is in a file of the home.
CREATE TABLE totp_secrets (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members (family_member_uuid),
  sealed TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- Codes that stand in for a second factor, by a keyed hash; one that was used is gone.
CREATE TABLE backup_codes (
  code_hash TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members (family_member_uuid),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX backup_codes_by_member ON backup_codes (family_member_uuid);

CREATE TABLE passkeys (
  passkey_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members (family_member_uuid),
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_member ON passkeys (family_member_uuid);

-- Who approves sign-ins where they are signed in already.
CREATE TABLE push_factors (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members (family_member_uuid),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- A session may also be for nothing but setting up a second factor.
ALTER TABLE sessions ADD COLUMN restricted_to TEXT CHECK (restricted_to IN ('pin', 'read_only', 'enrolment'));
UPDATE sessions SET restricted_to = restriction;
ALTER TABLE sessions DROP COLUMN restriction;
ALTER TABLE sessions RENAME COLUMN restricted_to TO restriction;
