-- Which files a scan had, so that an incremental one looks at what has changed since. Apart from the scans, whose rows are
-- read all the time.
CREATE TABLE scan_files (
  scan_id uuid PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- JSON of digests by path, packed by gzip.
  inventory bytea NOT NULL,
  -- JSON of the paths that are looked at, packed by gzip; null: all.
  changed bytea
);
