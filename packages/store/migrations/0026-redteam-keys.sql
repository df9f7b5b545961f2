-- Who may use the red-team service. Every run, report and log entry carries the tenant that the key names.
CREATE TABLE redteam_keys (
  id uuid PRIMARY KEY,
  tenant_id text NOT NULL CHECK (tenant_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'auditor', 'admin')),
  prefix text NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  -- Rows stay: that there was a first key is known for ever.
  revoked_at timestamptz
);
CREATE INDEX redteam_keys_by_tenant ON redteam_keys (tenant_id, created_at);
