-- What is known of the memory of agents: never a value and never a key, but keyed hashes of both, so that a row alone tells
-- nothing of what somebody remembers.

-- A namespace is its first writer's; entries are counted here, so that no write counts rows.
CREATE TABLE memory_namespaces (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  namespace text NOT NULL CHECK (length(namespace) BETWEEN 1 AND 400),
  -- Empty: no agent was named, and the namespace is everybody's.
  owner_agent text NOT NULL,
  entries integer NOT NULL DEFAULT 0 CHECK (entries >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, namespace)
);

CREATE TABLE memory_entries (
  tenant_id text NOT NULL,
  namespace text NOT NULL,
  key_hmac bytea NOT NULL CHECK (octet_length(key_hmac) = 32),
  value_hmac bytea NOT NULL CHECK (octet_length(value_hmac) = 32),
  value_chars integer NOT NULL,
  memory_type text,
  classification text NOT NULL CHECK (classification IN ('public', 'internal', 'confidential', 'restricted')),
  written_by text NOT NULL,
  source_agent text,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, namespace, key_hmac),
  FOREIGN KEY (tenant_id, namespace) REFERENCES memory_namespaces (tenant_id, namespace) ON DELETE CASCADE
);

-- For purges by agent and by age.
CREATE INDEX memory_entries_by_agent ON memory_entries (tenant_id, written_by);
CREATE INDEX memory_entries_by_age ON memory_entries (tenant_id, written_at);
