-- What an organization sets: when its projects are scanned, what its code must keep to, and which model looks at it.

-- Sealed; null until somebody asks for one. Webhooks of a project without one are refused.
ALTER TABLE projects ADD COLUMN webhook_secret bytea;

-- A key that was made with another key goes with it.
ALTER TABLE member_keys ADD COLUMN made_by uuid REFERENCES member_keys (id) ON DELETE CASCADE;
CREATE INDEX member_keys_by_maker ON member_keys (made_by) WHERE made_by IS NOT NULL;

CREATE TABLE schedules (
  project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  enabled boolean NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'CUSTOM')),
  cron_expr text NOT NULL,
  timezone text NOT NULL,
  scan_type text NOT NULL,
  -- Null: the project's default branch.
  branch text,
  -- Null: never again, or not while it is off.
  next_run_at timestamptz,
  last_run_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE enabled AND next_run_at IS NOT NULL;

CREATE TABLE security_policies (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- In the words of people.
  rule text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO')),
  category text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX security_policies_by_organization ON security_policies (organization_id, created_at, id);

CREATE TABLE model_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  provider text NOT NULL,
  base_url text NOT NULL,
  model text NOT NULL,
  -- Sealed.
  api_key bytea,
  enable_llm_sast boolean NOT NULL,
  enable_llm_secrets boolean NOT NULL,
  vuln_db_url text NOT NULL,
  vuln_db_mode text NOT NULL CHECK (vuln_db_mode IN ('online', 'mirror', 'offline')),
  updated_at timestamptz NOT NULL DEFAULT now()
);
