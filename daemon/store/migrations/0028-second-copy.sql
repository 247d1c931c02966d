-- From here on the database has a second copy beside it. A program that does not keep it must not write here any more: the
-- next start would take what it wrote for damage.
SELECT 1;
