-- What a member calls a conversation, and whether it is to leave nothing.
ALTER TABLE conversations ADD COLUMN title TEXT;
ALTER TABLE conversations ADD COLUMN temporary INTEGER NOT NULL DEFAULT 0;
-- What was said while nothing was to be kept: it goes once that is over.
ALTER TABLE messages ADD COLUMN off_record INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_off_record ON messages (created_at) WHERE off_record = 1;
CREATE INDEX messages_by_asked ON messages (reply_to) WHERE reply_to IS NOT NULL;

-- Single messages and conversations are deleted for good too.
CREATE TABLE erasures_anew (
  erasure_uuid TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('member', 'memory', 'history', 'conversation', 'message')),
  subject TEXT NOT NULL,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO erasures_anew SELECT erasure_uuid, kind, subject, erased_at FROM erasures;
DROP TABLE erasures;
ALTER TABLE erasures_anew RENAME TO erasures;

-- What a conversation is about is read from what is said in it.
DROP TABLE conversation_topics;
