-- What a tenant configures one by one beside its policies: tool policies, data policies, tools that are switched off,
-- tool servers. All of an active tenant's are in the memory of every instance. The guard service knows their shapes.
CREATE TABLE tenant_items (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  PRIMARY KEY (tenant_id, kind, name)
);
