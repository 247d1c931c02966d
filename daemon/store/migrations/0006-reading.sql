-- Up to which message a member has read; what was said before there was this is taken as read.
CREATE TABLE read_markers (
  family_member_uuid TEXT PRIMARY KEY NOT NULL REFERENCES members,
  message_id INTEGER NOT NULL
) STRICT;
INSERT INTO read_markers SELECT family_member_uuid, max(message_id) FROM messages GROUP BY family_member_uuid;

-- What the companion began by itself.
CREATE INDEX messages_unasked ON messages (family_member_uuid, message_id) WHERE role = 'companion' AND reply_to IS NULL;
