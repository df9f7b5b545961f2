-- Quotas of a tenant's own, by name; a name that is missing follows the plan, null is unlimited.
ALTER TABLE tenants ADD COLUMN quota jsonb NOT NULL DEFAULT '{}';

-- Counts the writes of policies alone, where config_version also counts changes of roles and quotas.
ALTER TABLE tenants ADD COLUMN policy_version bigint NOT NULL DEFAULT 0;

-- Every write of a tenant's policies, so that any of them can be looked at, compared and restored.
CREATE TABLE policy_versions (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  version bigint NOT NULL CHECK (version > 0),
  policies jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  PRIMARY KEY (tenant_id, version)
);
