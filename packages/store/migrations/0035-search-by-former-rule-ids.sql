-- A renamed rule keeps its former ids, without the prefix of the scanner, in the metadata of its findings: a search for a former id
-- finds them too. An expression of a generated column cannot change before PostgreSQL 17, so the column is replaced.
ALTER TABLE findings DROP COLUMN words;
ALTER TABLE findings ADD COLUMN words text NOT NULL GENERATED ALWAYS AS
  (lower(title || ' ' || file_path || ' ' || rule_id || ' ' || coalesce(cve_id, '') ||
    coalesce(replace(replace(details #>> '{metadata,formerRuleIds}', '["', ' ["' || split_part(rule_id, '/', 1) || '/'),
      ', "', ', "' || split_part(rule_id, '/', 1) || '/'), ''))) STORED;
CREATE INDEX findings_by_words ON findings USING gin (scan_id, words gin_trgm_ops);
