-- The session that this one came of, and ends with.
ALTER TABLE sessions ADD COLUMN parent_uuid TEXT;
-- The program that it was opened with, as it says of itself.
ALTER TABLE sessions ADD COLUMN client TEXT;
-- The key (RFC 7638) that a client proves it has, and the origin that it has it at; without one, the refresh token is enough.
ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT;
ALTER TABLE sessions ADD COLUMN origin TEXT;
CREATE INDEX sessions_by_parent ON sessions (parent_uuid) WHERE parent_uuid IS NOT NULL;
