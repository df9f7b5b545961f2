-- Advisories that a scan used, by ecosystem of its packages, and when they were imported. Null: no lookup, a service was asked, or the scan
-- is older than this column.
ALTER TABLE scans ADD COLUMN advisory_coverage jsonb;
