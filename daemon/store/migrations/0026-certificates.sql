-- The certificates of devices. What was revoked stays until it has run out, also where the device is gone.
CREATE TABLE certificates (
  serial TEXT PRIMARY KEY NOT NULL,
  fingerprint TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  device_uuid TEXT,
  family_member_uuid TEXT,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX certificates_by_device ON certificates (device_uuid);
CREATE INDEX certificates_by_member ON certificates (family_member_uuid);
