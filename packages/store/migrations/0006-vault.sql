-- Keys of tenants, each sealed under the master key, so that rotating that one rewrites a row per tenant and not every value.
CREATE TABLE tenant_keys (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose ~ '^[a-z_]{1,64}$'),
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose)
);

-- Personal values for which a token stands. The value is sealed; its keyed hash makes the same value find its token again.
CREATE TABLE vault_entries (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  token text NOT NULL CHECK (length(token) BETWEEN 1 AND 256),
  entity_type text NOT NULL CHECK (entity_type ~ '^[A-Z0-9_]{1,64}$'),
  value_hmac bytea NOT NULL CHECK (octet_length(value_hmac) = 32),
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token),
  -- The hash first: tokens are looked up by it, whatever the type.
  UNIQUE (tenant_id, value_hmac, entity_type)
);

-- For the sweep.
CREATE INDEX vault_entries_by_expiry ON vault_entries (expires_at);
