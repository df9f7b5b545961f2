-- Scans of projects, the shards that workers take, and the findings. Every row carries its organization.

-- Both are trusted: whoever owns the database may have them. They find words within a million findings.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE scans (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  status text NOT NULL
    CHECK (status IN ('QUEUED', 'RUNNING', 'PAUSED', 'STOPPED', 'COMPLETED', 'FAILED', 'CANCELLED')),
  scan_type text NOT NULL,
  branch text,
  commit_sha text,
  base_sha text,
  pr_number integer,
  source_type text NOT NULL,
  -- As it is shown: the name of an upload, or an address without credentials.
  source_ref text NOT NULL,
  -- Where workers get the source.
  source jsonb NOT NULL,
  -- Sealed; the password of a Subversion repository.
  source_secret bytea,
  -- The file in the folder of sources; scans of the same source share it. Null: there is none, or it was removed.
  source_file uuid,
  triggered_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  -- True once the shards are written down.
  planned boolean NOT NULL DEFAULT false,
  -- True when what the shards have seen is among the findings.
  settled boolean NOT NULL DEFAULT false,
  -- Who gets the source, or brings the findings together, at the moment.
  worker uuid,
  lease_until timestamptz,
  -- How often a worker was lost while it got the source or brought the findings together.
  attempts integer NOT NULL DEFAULT 0,
  -- What could not be judged before any shard ran.
  gaps jsonb NOT NULL DEFAULT '[]',
  -- How far each scanner came, kept when the shards are gone.
  progress jsonb NOT NULL DEFAULT '{}',
  critical_count integer NOT NULL DEFAULT 0,
  high_count integer NOT NULL DEFAULT 0,
  medium_count integer NOT NULL DEFAULT 0,
  low_count integer NOT NULL DEFAULT 0,
  info_count integer NOT NULL DEFAULT 0,
  files_scanned integer NOT NULL DEFAULT 0,
  deps_scanned integer NOT NULL DEFAULT 0,
  gate_result text NOT NULL DEFAULT 'PENDING' CHECK (gate_result IN ('PENDING', 'PASSED', 'FAILED')),
  gate_reasons jsonb NOT NULL DEFAULT '[]',
  error_message text
);
CREATE INDEX scans_by_organization ON scans (organization_id, created_at DESC, id DESC);
CREATE INDEX scans_by_project ON scans (project_id, created_at DESC, id DESC);
CREATE INDEX scans_to_do ON scans (created_at) WHERE status IN ('QUEUED', 'RUNNING') OR NOT settled;
CREATE INDEX scans_by_source ON scans (source_file) WHERE source_file IS NOT NULL;

CREATE TABLE scan_shards (
  scan_id uuid NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  scanner text NOT NULL,
  shard_id text NOT NULL,
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  files integer NOT NULL,
  files_done integer NOT NULL DEFAULT 0,
  findings integer NOT NULL DEFAULT 0,
  -- Observations and gaps: JSON, packed by gzip.
  result bytea,
  worker uuid,
  lease_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (scan_id, scanner, shard_id)
);
CREATE INDEX scan_shards_to_do ON scan_shards (scan_id, scanner, shard_id) WHERE status IN ('QUEUED', 'RUNNING');

-- All that was ever found in a project, by fingerprint: its last place and what people said of it.
CREATE TABLE known_findings (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  fingerprint text NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  identity text NOT NULL,
  scanner text NOT NULL,
  severity text NOT NULL,
  file_path text NOT NULL,
  start_line integer NOT NULL,
  branch text NOT NULL,
  status text NOT NULL DEFAULT 'OPEN',
  status_note text,
  first_seen_at timestamptz NOT NULL,
  last_scan_id uuid NOT NULL,
  -- When a scan of its branch found it no more, or somebody said that it is dealt with.
  gone_at timestamptz,
  PRIMARY KEY (project_id, fingerprint)
);
CREATE INDEX known_findings_by_identity ON known_findings (project_id, identity);
CREATE INDEX known_findings_gone ON known_findings (organization_id, gone_at) WHERE gone_at IS NOT NULL;

CREATE TABLE findings (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  scan_id uuid NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  -- 0, 1, 2 … without a hole: the worst first, then by place.
  position integer NOT NULL,
  fingerprint text NOT NULL,
  scanner text NOT NULL,
  rule_id text NOT NULL,
  severity text NOT NULL,
  status text NOT NULL,
  status_note text,
  is_new boolean NOT NULL,
  -- A part of the source that nobody could judge.
  is_gap boolean NOT NULL,
  title text NOT NULL,
  file_path text NOT NULL,
  start_line integer NOT NULL,
  end_line integer NOT NULL,
  cve_id text,
  confidence double precision NOT NULL,
  -- Description, snippet, columns, CWE, OWASP, metadata.
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What a search looks in, in small letters.
  words text NOT NULL GENERATED ALWAYS AS
    (lower(title || ' ' || file_path || ' ' || rule_id || ' ' || coalesce(cve_id, ''))) STORED
);
CREATE UNIQUE INDEX findings_by_position ON findings (scan_id, position);
CREATE INDEX findings_by_severity ON findings (scan_id, severity, position);
CREATE INDEX findings_by_status ON findings (scan_id, status, position);
CREATE INDEX findings_by_scanner ON findings (scan_id, scanner, position);
CREATE INDEX findings_by_place ON findings (scan_id, file_path COLLATE "C", position);
CREATE INDEX findings_by_title ON findings (scan_id, title COLLATE "C", position);
CREATE INDEX findings_by_fingerprint ON findings (project_id, fingerprint);
CREATE INDEX findings_by_words ON findings USING gin (scan_id, words gin_trgm_ops);

-- How many findings a scan has of each kind, so that no list counts them again.
CREATE TABLE finding_counts (
  scan_id uuid NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  scanner text NOT NULL,
  severity text NOT NULL,
  status text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (scan_id, scanner, severity, status)
);
