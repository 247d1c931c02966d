-- Who said what is remembered, where it was somebody else than the member, and what it was taken from.
ALTER TABLE memories ADD COLUMN speaker TEXT;
ALTER TABLE memories ADD COLUMN source_name TEXT;

-- The words by which one that says the same is looked for; those of before have none.
ALTER TABLE memories ADD COLUMN wording TEXT;
CREATE INDEX memories_by_wording ON memories (owner, wording) WHERE wording IS NOT NULL;

-- The words of memories are looked up in the memory of the search, which reads them from the memories themselves.
DROP TABLE memory_words;
