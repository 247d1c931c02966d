CREATE TABLE members (
  family_member_uuid TEXT PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  full_name TEXT NOT NULL,
  relationship TEXT NOT NULL,
  roles TEXT NOT NULL CHECK (json_valid(roles)),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  session_uuid TEXT PRIMARY KEY,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  generation INTEGER NOT NULL,
  rotated_at INTEGER NOT NULL,
  authenticated_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX sessions_by_member ON sessions (family_member_uuid);

CREATE TABLE refresh_tokens (
  token_hash TEXT PRIMARY KEY,
  session_uuid TEXT NOT NULL REFERENCES sessions,
  generation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_uuid);

CREATE TABLE interactions (
  interaction_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES members,
  correlation_id TEXT NOT NULL,
  interaction_type TEXT NOT NULL CHECK (interaction_type IN ('question', 'choice', 'dialogue', 'approval', 'ack')),
  status TEXT NOT NULL CHECK (status IN
    ('pending', 'answered', 'approved', 'rejected', 'dismissed', 'deferred', 'expired', 'cancelled')),
  prompt TEXT NOT NULL,
  title TEXT,
  requirement TEXT NOT NULL CHECK (requirement IN ('required', 'optional')),
  severity TEXT NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  category TEXT,
  expected_answer_type TEXT,
  allowed_options TEXT NOT NULL CHECK (json_valid(allowed_options)),
  answer_text TEXT,
  answer_json TEXT CHECK (answer_json IS NULL OR json_valid(answer_json)),
  answered_at INTEGER,
  expires_at INTEGER,
  idempotency_key TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  defer_until INTEGER
) STRICT;
CREATE INDEX interactions_by_user ON interactions (user_id, created_at);
CREATE INDEX interactions_by_expiry ON interactions (expires_at)
  WHERE expires_at IS NOT NULL AND status IN ('pending', 'dismissed', 'deferred');
CREATE INDEX interactions_by_deferral ON interactions (defer_until) WHERE status = 'deferred';

CREATE TABLE interaction_events (
  event_id TEXT PRIMARY KEY,
  interaction_id TEXT NOT NULL REFERENCES interactions,
  user_id TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  event_type TEXT NOT NULL CHECK (event_type IN
    ('created', 'answered', 'approved', 'rejected', 'cancelled', 'dismissed', 'deferred', 'expired')),
  from_status TEXT,
  to_status TEXT NOT NULL,
  payload_json TEXT NOT NULL CHECK (json_valid(payload_json)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX interaction_events_by_interaction ON interaction_events (interaction_id);

CREATE TABLE idempotency (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);
