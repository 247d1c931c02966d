-- Who put an interaction to its member, and through which key; null for what the companion asks by itself.
ALTER TABLE interactions ADD COLUMN asked_by TEXT;
ALTER TABLE interactions ADD COLUMN asked_by_key TEXT;
CREATE INDEX interactions_by_asker ON interactions (asked_by, asked_by_key, created_at) WHERE asked_by IS NOT NULL;
CREATE INDEX interactions_waiting_by_asker ON interactions (asked_by, asked_by_key)
  WHERE asked_by IS NOT NULL AND status IN ('pending', 'deferred');
