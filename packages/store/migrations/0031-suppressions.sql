-- Comments and lines of ignore files by which the source of a project suppresses findings, and what approvers decided about them.
CREATE TABLE suppressions (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- The fingerprint of the suppressed finding, or a digest of list and pattern.
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('COMMENT', 'IGNORE_FILE')),
  marker text NOT NULL,
  -- Null: of an ignore file.
  scanner text,
  file_path text NOT NULL,
  start_line integer NOT NULL,
  rule_id text,
  severity text,
  title text NOT NULL,
  reason text,
  -- Whether the last completed scan of the default branch had it.
  on_base boolean NOT NULL DEFAULT false,
  decision text CHECK (decision IN ('ACCEPTED', 'REJECTED')),
  decided_by text,
  decided_at timestamptz,
  note text,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_scan_id uuid NOT NULL,
  UNIQUE (project_id, key)
);
CREATE INDEX suppressions_by_project ON suppressions (project_id, first_seen_at DESC, id DESC);

-- Whether findings in tests, examples and documentation have a lower severity.
ALTER TABLE projects ADD COLUMN reduce_non_production boolean NOT NULL DEFAULT true;
