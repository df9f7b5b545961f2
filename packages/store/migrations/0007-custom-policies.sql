-- Rules of a team's own, in plain words and by examples. The guard service knows the shape of a definition.
CREATE TABLE custom_policies (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  policy_id text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  stage text NOT NULL CHECK (stage IN ('input', 'output')),
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  PRIMARY KEY (tenant_id, policy_id)
);
