-- What the names of tools share that may be taken for each other, as the service folds them. What is stored already is folded as
-- well as can be done here; the service writes it at each insert.
ALTER TABLE mcp_pins ADD COLUMN likeness text NOT NULL DEFAULT '';
UPDATE mcp_pins SET likeness = translate(regexp_replace(lower(tool), '[^[:alnum:]]+', '', 'g'), '01i', 'oll');
ALTER TABLE mcp_pins ALTER COLUMN likeness DROP DEFAULT;

DROP INDEX mcp_pins_by_tool;
-- Names of tools over all routes of a tenant: one must not pass for another's.
CREATE INDEX mcp_pins_by_likeness ON mcp_pins (tenant_id, likeness);
