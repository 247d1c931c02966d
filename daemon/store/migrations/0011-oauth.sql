-- Programs that have registered themselves to ask members for keys.
CREATE TABLE oauth_clients (
  client_id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  created_at INTEGER NOT NULL
) STRICT;

-- The program that got a key by asking for it, and when the text that it has of it ends; it then gets another by a refresh token.
ALTER TABLE api_keys ADD COLUMN client_id TEXT REFERENCES oauth_clients;
ALTER TABLE api_keys ADD COLUMN token_expires_at INTEGER;

CREATE TABLE key_refresh_tokens (
  token_hash TEXT PRIMARY KEY NOT NULL,
  key_uuid TEXT NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX key_refresh_tokens_by_key ON key_refresh_tokens (key_uuid, created_at);
