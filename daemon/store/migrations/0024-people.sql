-- When a member was removed; NULL for one who is there. After some days nothing but the id stays, and the name with what
-- the household may still read of them.
ALTER TABLE members ADD COLUMN removed_at INTEGER;

-- Everybody whom the companion knows: every member, and guests, who have no account.
CREATE TABLE people (
  person_uuid TEXT PRIMARY KEY NOT NULL,
  full_name TEXT NOT NULL,
  relationship TEXT NOT NULL,
  -- The member whom the relationship is to; NULL for the household.
  related_to TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('member', 'guest')),
  -- `user:<uuid>` or `system:<name>`; NULL where that is not known.
  introduced_by TEXT,
  created_at INTEGER NOT NULL,
  removed_at INTEGER,
  removed_by TEXT
) STRICT;
CREATE INDEX people_removed ON people (removed_at) WHERE removed_at IS NOT NULL;

INSERT INTO people
  SELECT family_member_uuid, full_name, relationship, NULL, 'member', NULL, created_at, NULL, NULL FROM members;
CREATE TRIGGER people_of_new AFTER INSERT ON members BEGIN
  INSERT INTO people (person_uuid, full_name, relationship, kind, created_at)
    VALUES (NEW.family_member_uuid, NEW.full_name, NEW.relationship, 'member', NEW.created_at);
END;
CREATE TRIGGER people_of_changed AFTER UPDATE OF full_name, relationship, removed_at ON members BEGIN
  UPDATE people SET full_name = NEW.full_name, relationship = NEW.relationship, removed_at = NEW.removed_at
    WHERE person_uuid = NEW.family_member_uuid;
END;

-- How often a member has signed in, by the trusted device ('' for none) and the part of the day and of the week.
CREATE TABLE sign_in_habits (
  family_member_uuid TEXT NOT NULL REFERENCES members,
  device_uuid TEXT NOT NULL,
  -- night, morning, afternoon or evening of a workday (0 to 3), or of a weekend (4 to 7).
  daypart INTEGER NOT NULL,
  count REAL NOT NULL,
  PRIMARY KEY (family_member_uuid, device_uuid, daypart)
) STRICT, WITHOUT ROWID;

-- An account can be deleted for good, too.
CREATE TABLE erasures_anew (
  erasure_uuid TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('member', 'account', 'memory', 'history', 'conversation', 'message')),
  subject TEXT NOT NULL,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO erasures_anew SELECT erasure_uuid, kind, subject, erased_at FROM erasures;
DROP TABLE erasures;
ALTER TABLE erasures_anew RENAME TO erasures;
