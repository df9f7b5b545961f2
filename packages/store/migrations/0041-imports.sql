-- The tool whose report contained a finding, if no scanner of the service reported it.
ALTER TABLE known_findings ADD COLUMN imported_by text;
-- Resolved because a complete report no longer contained it; a later report reopens it.
ALTER TABLE known_findings ADD COLUMN import_resolved boolean NOT NULL DEFAULT false;
