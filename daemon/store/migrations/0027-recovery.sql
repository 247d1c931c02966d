-- A session of somebody who is getting back in may set a password and nothing else. SQLite changes no check of a column.
ALTER TABLE sessions RENAME COLUMN restriction TO restriction_before;
ALTER TABLE sessions ADD COLUMN restriction TEXT CHECK (restriction IN ('pin', 'read_only', 'enrolment', 'recovery'));
UPDATE sessions SET restriction = restriction_before;
ALTER TABLE sessions DROP COLUMN restriction_before;

-- With which a member sets a new password and signs in; an admin makes them, and each is good once.
CREATE TABLE sign_in_links (
  link_uuid TEXT PRIMARY KEY NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  without_second_factor INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The wish of a trusted device to set a new password without the old one.
CREATE TABLE device_recoveries (
  device_uuid TEXT PRIMARY KEY NOT NULL REFERENCES devices,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  session_uuid TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  -- From when and until when the password can be set.
  ready_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When its member said, elsewhere, that it was not them.
  cancelled_at INTEGER
) STRICT, WITHOUT ROWID;
