-- What is forgotten leaves the transcript too where nothing of it was remembered.
ALTER TABLE forgettings ADD COLUMN unkept TEXT NOT NULL DEFAULT '[]';
