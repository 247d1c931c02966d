CREATE TABLE conversations (
  conversation_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  started_at INTEGER NOT NULL,
  last_message_at INTEGER,
  cleared_at INTEGER
) STRICT;
CREATE INDEX conversations_by_member ON conversations (family_member_uuid, started_at);

CREATE TABLE messages (
  message_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  message_uuid TEXT NOT NULL UNIQUE,
  conversation_uuid TEXT NOT NULL REFERENCES conversations,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  role TEXT NOT NULL CHECK (role IN ('user', 'companion')),
  content TEXT NOT NULL,
  context TEXT NOT NULL CHECK (json_valid(context)),
  emotion TEXT NOT NULL,
  confidence REAL NOT NULL,
  engine TEXT,
  degraded INTEGER NOT NULL,
  memories_used TEXT NOT NULL CHECK (json_valid(memories_used)),
  reply_to TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_uuid, message_id);
CREATE INDEX messages_by_member ON messages (family_member_uuid, message_id);

-- What was said with a key and is not answered yet, so that it is not said or done again where it is sent again.
CREATE TABLE unanswered_messages (
  family_member_uuid TEXT NOT NULL REFERENCES members,
  idempotency_key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  message_uuid TEXT NOT NULL,
  deeds TEXT CHECK (json_valid(deeds)),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (family_member_uuid, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE conversation_topics (
  conversation_uuid TEXT NOT NULL REFERENCES conversations,
  name TEXT NOT NULL,
  weight REAL NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (conversation_uuid, name)
) STRICT, WITHOUT ROWID;

-- What was said of the last thing in a conversation, so that "that" and "it" mean something in the next message.
CREATE TABLE conversation_focus (
  conversation_uuid TEXT PRIMARY KEY NOT NULL REFERENCES conversations,
  focus TEXT NOT NULL CHECK (json_valid(focus))
) STRICT;

CREATE TABLE personalities (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members,
  openness REAL NOT NULL,
  conscientiousness REAL NOT NULL,
  extraversion REAL NOT NULL,
  agreeableness REAL NOT NULL,
  neuroticism REAL NOT NULL,
  companion_name TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE personality_snapshots (
  snapshot_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  label TEXT,
  traits TEXT NOT NULL CHECK (json_valid(traits)),
  companion_name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX personality_snapshots_by_member ON personality_snapshots (family_member_uuid, created_at);

-- All that has moved a member's companion: the state at any time follows from these alone. A row of the kind `baseline`
-- sets where the state falls back to, one of the kind `impulse` pushes it.
CREATE TABLE emotion_ledger (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  kind TEXT NOT NULL CHECK (kind IN ('baseline', 'impulse')),
  valence REAL NOT NULL,
  arousal REAL NOT NULL,
  dominance REAL NOT NULL,
  cause TEXT NOT NULL,
  message_uuid TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX emotion_ledger_by_member ON emotion_ledger (family_member_uuid, entry_id);
CREATE INDEX emotion_ledger_baselines ON emotion_ledger (family_member_uuid, entry_id) WHERE kind = 'baseline';
CREATE INDEX emotion_ledger_by_moment ON emotion_ledger (family_member_uuid, kind, created_at);

-- Where the state was right after the last entry, so that it need not be computed from the first one.
CREATE TABLE emotions (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members,
  valence REAL NOT NULL,
  arousal REAL NOT NULL,
  dominance REAL NOT NULL,
  baseline_valence REAL NOT NULL,
  baseline_arousal REAL NOT NULL,
  baseline_dominance REAL NOT NULL,
  entry_id INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE goals (
  goal_uuid TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  title TEXT NOT NULL,
  description TEXT,
  origin TEXT NOT NULL CHECK (origin IN ('user', 'companion')),
  status TEXT NOT NULL CHECK (status IN ('suggested', 'active', 'paused', 'completed', 'cancelled')),
  priority TEXT NOT NULL CHECK (priority IN ('low', 'medium', 'high')),
  progress REAL NOT NULL,
  autonomy TEXT NOT NULL CHECK (autonomy IN ('notify', 'ask', 'act')),
  due_at INTEGER,
  next_run_at INTEGER,
  -- Every so often again: an RRULE of RFC 5545, null for once.
  repeats TEXT,
  -- The question that waits for the member's answer, and what was noticed, so that it is not suggested again.
  interaction_id TEXT,
  noticed TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX goals_by_member ON goals (family_member_uuid, created_at);
CREATE INDEX goals_by_run ON goals (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE UNIQUE INDEX goals_by_noticed ON goals (family_member_uuid, noticed) WHERE noticed IS NOT NULL;

-- What the companion began by itself, so that it stays within what a day allows.
CREATE TABLE interruptions (
  interruption_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  goal_uuid TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX interruptions_by_member ON interruptions (family_member_uuid, created_at);

-- Two memories that cannot both hold, and the question that was put to the member.
CREATE TABLE contradictions (
  interaction_id TEXT PRIMARY KEY NOT NULL,
  family_member_uuid TEXT NOT NULL REFERENCES members,
  older_uuid TEXT NOT NULL,
  newer_uuid TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX contradictions_by_member ON contradictions (family_member_uuid);
