-- What a memory states of the member and of people that it names, read from its words: it goes with it.
CREATE TABLE facts (
  fact_id INTEGER PRIMARY KEY NOT NULL,
  memory_id INTEGER NOT NULL REFERENCES memories (memory_id) ON DELETE CASCADE,
  name TEXT,
  relation TEXT,
  attribute TEXT NOT NULL,
  value TEXT NOT NULL,
  modality TEXT NOT NULL CHECK (modality IN ('stated', 'past', 'denied'))
) STRICT;
CREATE INDEX facts_by_memory ON facts (memory_id);

-- Up to which memory facts were read, and by which edition of the reading.
CREATE TABLE facts_read (
  edition INTEGER NOT NULL,
  up_to INTEGER NOT NULL
) STRICT;
INSERT INTO facts_read VALUES (0, 0);
