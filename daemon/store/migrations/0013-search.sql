-- Who said what is remembered, where it was somebody else than the member, and what it was taken from.
ALTER TABLE memories ADD COLUMN speaker TEXT;
ALTER TABLE memories ADD COLUMN source_name TEXT;

-- The words of memories are looked up in the memory of the search, which reads them from the memories themselves.
DROP TABLE memory_words;
