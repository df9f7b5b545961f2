-- Assignee, due date and limited risk acceptance of a finding in all scans of its project.
ALTER TABLE known_findings ADD COLUMN assignee_id uuid REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE known_findings ADD COLUMN due_at timestamptz;
ALTER TABLE known_findings ADD COLUMN accepted_until timestamptz;
ALTER TABLE known_findings ADD COLUMN accepted_by text;
CREATE INDEX known_findings_accepted ON known_findings (accepted_until) WHERE accepted_until IS NOT NULL;
-- A scan that checks whether this finding is fixed.
ALTER TABLE scans ADD COLUMN retest_fingerprint text;
CREATE TABLE finding_comments (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  fingerprint text NOT NULL,
  -- Null: the account was deleted.
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  author_email text NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX finding_comments_by_finding ON finding_comments (project_id, fingerprint, created_at, id);
