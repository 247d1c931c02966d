-- How many memories each member has stored, and how many bytes those are; kept by the database itself.
CREATE TABLE memory_usage (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members,
  memories INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
INSERT INTO memory_usage SELECT family_member_uuid, count(*), sum(octet_length(content)) FROM memories GROUP BY family_member_uuid;

CREATE TRIGGER memory_usage_of_new AFTER INSERT ON memories BEGIN
  INSERT INTO memory_usage VALUES (NEW.family_member_uuid, 1, octet_length(NEW.content))
    ON CONFLICT DO UPDATE SET memories = memories + 1, bytes = bytes + octet_length(NEW.content);
END;
CREATE TRIGGER memory_usage_of_changed AFTER UPDATE OF content ON memories BEGIN
  UPDATE memory_usage SET bytes = bytes - octet_length(OLD.content) + octet_length(NEW.content)
    WHERE family_member_uuid = NEW.family_member_uuid;
END;
CREATE TRIGGER memory_usage_of_deleted AFTER DELETE ON memories BEGIN
  UPDATE memory_usage SET memories = memories - 1, bytes = bytes - octet_length(OLD.content)
    WHERE family_member_uuid = OLD.family_member_uuid;
END;
