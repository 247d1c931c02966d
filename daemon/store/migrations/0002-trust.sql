ALTER TABLE members ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(preferences));

CREATE TABLE devices (
  device_uuid TEXT PRIMARY KEY,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('desktop', 'phone', 'tablet', 'voice', 'browser', 'other')),
  public_key TEXT,
  certificate TEXT,
  trusted_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX devices_by_member ON devices (family_member_uuid);

ALTER TABLE sessions ADD COLUMN device_uuid TEXT REFERENCES devices;
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'pwd' CHECK (method IN ('pwd', 'otp'));
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_by_device ON sessions (device_uuid) WHERE device_uuid IS NOT NULL;

CREATE TABLE pairings (
  code_hash TEXT PRIMARY KEY,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  authenticated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
  invitation_uuid TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL UNIQUE,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE lockouts (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  locked_at INTEGER,
  lasts INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE revoked_tokens (
  jti TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  created_at INTEGER NOT NULL,
  event TEXT NOT NULL,
  actor TEXT NOT NULL,
  address TEXT NOT NULL,
  family_member_uuid TEXT,
  session_uuid TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_event ON audit (event, created_at);
CREATE TRIGGER audit_rows_stay BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows stay'); END;
CREATE TRIGGER audit_rows_stay_as_they_are BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'audit rows stay as they are'); END;
-- REPLACE deletes without the triggers of DELETE.
CREATE TRIGGER audit_rows_are_not_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
  BEGIN SELECT RAISE(ABORT, 'audit rows stay as they are'); END;

CREATE TABLE blocked_addresses (
  address TEXT PRIMARY KEY,
  reason TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE routing_mappings (
  external_topic TEXT PRIMARY KEY,
  internal_topic TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
