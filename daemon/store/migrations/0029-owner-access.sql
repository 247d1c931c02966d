-- A profile opens to the owner only where its member says so. Those that opened before stay open, and their members, who
-- were never asked, are told: whoever is here was not told yet.
CREATE TABLE owner_access_untold (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members
) STRICT, WITHOUT ROWID;
INSERT INTO owner_access_untold
  SELECT family_member_uuid FROM members WHERE opens_to_owner = 1 AND removed_at IS NULL;
