-- How its member was recognised, as the claim `amr` says it (RFC 8176).
ALTER TABLE sessions ADD COLUMN methods TEXT NOT NULL DEFAULT '["pwd"]' CHECK (json_valid(methods));
UPDATE sessions SET methods = json_array(method);
ALTER TABLE sessions DROP COLUMN method;
-- What it may do less than its member: NULL for nothing less.
ALTER TABLE sessions ADD COLUMN restriction TEXT CHECK (restriction IN ('pin', 'read_only'));
-- How long it lasts unused, in milliseconds, where that is shorter than the settings say.
ALTER TABLE sessions ADD COLUMN idle INTEGER;
