-- A tenant's configuration is one document with a version, so that instances can tell a stale copy by one number.
CREATE TABLE tenants (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text NOT NULL,
  plan text NOT NULL DEFAULT 'basic' CHECK (plan IN ('basic', 'pro', 'enterprise')),
  config jsonb NOT NULL DEFAULT '{}',
  config_version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);

-- Every call acts for this tenant while authentication is off.
INSERT INTO tenants (id, name, plan) VALUES ('default', 'Default', 'enterprise');

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- The first characters of the key, shown in lists so that people can tell their keys apart.
  prefix text NOT NULL,
  -- The key itself is shown once and not kept.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  scope text NOT NULL CHECK (scope IN ('runtime', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id, created_at);
