/** What lies beside the snapshots for whoever finds them, years later. */
export const readme = `Backups of Companion
====================

This folder holds encrypted backups of a household's Companion: everything that
it remembers, and the keys of its home. Without the twelve words that were shown
when the folder was set up, nobody can read any of it, and nobody can help.

Please change, rename or delete nothing in here.


To restore
----------

Install Companion on the new machine, stop it if it runs, and type

    companion restore THIS-FOLDER

On a server, it is the address that was set up instead, such as
https://host/folder or s3+https://host/bucket/folder.

It asks for the words. \`companion restore --help\` tells the rest.


To restore without Companion
----------------------------

With age (https://age-encryption.org), zstd and jq, in this folder; age asks for
the words: in lower case, one space between them.

    age -d identity.age > key.txt
    age -d -i key.txt snapshots/NEWEST.age | zstd -d > snapshot.json
    for id in $(jq -r '.chunks[]' snapshot.json); do
      age -d -i key.txt chunks/$(echo $id | cut -c1-2)/$id.age | zstd -d
    done > companion.db

companion.db is a database of SQLite. snapshot.json has its SHA-256, and in
"secrets" the files of the home in base64. Delete key.txt afterwards.


What is in here
---------------

identity.age    the household's key, encrypted with the words
recipient.txt   its public half, which opens nothing
snapshots/      one file a backup: which pieces it consists of
chunks/         the pieces, each stored once
`
