-- Which range the PIN of a member is of.
ALTER TABLE members ADD COLUMN standing TEXT NOT NULL DEFAULT 'primary'
  CHECK (standing IN ('primary', 'secondary', 'temporary'));
-- Whether the owner may open the profile with the owner's own password, to read in it.
ALTER TABLE members ADD COLUMN opens_to_owner INTEGER NOT NULL DEFAULT 1;

-- The key (RFC 7638) that a device has proved to have when it was paired: a session of it was bound to the same one.
ALTER TABLE devices ADD COLUMN key_thumbprint TEXT;
UPDATE devices SET key_thumbprint = (
  SELECT key_thumbprint FROM sessions
  WHERE sessions.device_uuid = devices.device_uuid AND key_thumbprint IS NOT NULL ORDER BY created_at LIMIT 1);
CREATE INDEX devices_by_key ON devices (key_thumbprint) WHERE key_thumbprint IS NOT NULL;

CREATE TABLE pins (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members,
  -- HMAC-SHA256 by a key of the home.
  pin_hash TEXT NOT NULL UNIQUE,
  digits INTEGER NOT NULL,
  assigned_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who has given their password on which device.
CREATE TABLE device_members (
  device_uuid TEXT NOT NULL REFERENCES devices ON DELETE CASCADE,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  signed_in_at INTEGER NOT NULL,
  PRIMARY KEY (device_uuid, family_member_uuid)
) STRICT, WITHOUT ROWID;

CREATE TABLE pin_tries (
  device_uuid TEXT PRIMARY KEY NOT NULL REFERENCES devices ON DELETE CASCADE,
  in_row INTEGER NOT NULL,
  -- The wrong ones of a day: how many digits each had, and when it was.
  wrong TEXT NOT NULL CHECK (json_valid(wrong)),
  password_only INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
