-- Documents of the deployment as a whole that its administrators change while it runs. The guard service knows their shapes.
CREATE TABLE deployment_documents (
  name text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  document jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL
);

-- Texts of requests of tenants that chose to keep them, so that a draft of a policy can be tried on them. Sealed under a key
-- of the tenant; apart from the audit log, which holds no content and cannot forget.
CREATE TABLE kept_requests (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- UUIDv7: their order is the order of time.
  id uuid NOT NULL,
  request_id text NOT NULL,
  stage text NOT NULL CHECK (stage IN ('input', 'output')),
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- For the sweep.
CREATE INDEX kept_requests_by_expiry ON kept_requests (expires_at);
