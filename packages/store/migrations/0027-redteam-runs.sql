-- Runs of the red-team service, what they have sent, and their reports. Every row carries its tenant.

CREATE TABLE redteam_runs (
  id uuid PRIMARY KEY,
  tenant_id text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'error', 'cancelled')),
  -- The request as it was made, sealed: it holds the secrets of the target. Gone once nothing is to be sent any more.
  request bytea,
  seed text NOT NULL,
  -- As it is shown.
  target_url text NOT NULL,
  -- Who asked for it, as the audit log names them.
  started_by text NOT NULL,
  estimated_total integer NOT NULL,
  -- Completed attacks.
  progress_total integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  summary jsonb,
  -- Why it ended where its status is error.
  error text,
  -- True once there is nothing left to do: the report is written, or there will be none.
  settled boolean NOT NULL DEFAULT false,
  worker uuid,
  lease_until timestamptz,
  -- How often a worker was lost since the last word of one.
  attempts integer NOT NULL DEFAULT 0,
  CHECK (NOT settled OR request IS NULL)
);
CREATE INDEX redteam_runs_by_tenant ON redteam_runs (tenant_id, created_at DESC, id DESC);
CREATE INDEX redteam_runs_to_do ON redteam_runs (created_at) WHERE NOT settled;

-- What a run sends, written down before it is sent and after it was judged.
CREATE TABLE redteam_attempts (
  run_id uuid NOT NULL REFERENCES redteam_runs (id) ON DELETE CASCADE,
  tenant_id text NOT NULL,
  key text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Its place among the completed attacks; null for what is none, such as an honest wish.
  position integer,
  -- What progress tells of it.
  line jsonb,
  -- What was sent and answered, packed and sealed. Gone once the report is written.
  record bytea,
  PRIMARY KEY (run_id, key)
);
CREATE UNIQUE INDEX redteam_attempts_by_position ON redteam_attempts (run_id, position) WHERE position IS NOT NULL;

CREATE TABLE redteam_reports (
  run_id uuid PRIMARY KEY REFERENCES redteam_runs (id) ON DELETE CASCADE,
  tenant_id text NOT NULL,
  filename text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  target_url text NOT NULL,
  -- What lists say of it.
  meta jsonb NOT NULL,
  -- The report, packed; secrets are masked in it.
  content bytea NOT NULL,
  UNIQUE (tenant_id, filename)
);
CREATE INDEX redteam_reports_by_tenant ON redteam_reports (tenant_id, created_at DESC, run_id DESC);
-- What is packed already is not packed again.
ALTER TABLE redteam_reports ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE redteam_attempts ALTER COLUMN record SET STORAGE EXTERNAL;
