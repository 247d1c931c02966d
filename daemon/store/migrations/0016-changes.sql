-- What was done because of a message, by the reply to it, so that it can be shown and undone: ids and times alone.
ALTER TABLE messages ADD COLUMN changes TEXT NOT NULL DEFAULT '[]';
