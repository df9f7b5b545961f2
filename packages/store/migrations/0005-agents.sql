-- The agents that a tenant has registered. What they may do is looked up on every tool call, from memory.
CREATE TABLE agents (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  agent_id text NOT NULL CHECK (agent_id ~ '^[A-Za-z0-9_-]{1,128}$'),
  record jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, agent_id)
);

-- Agents that called without being registered, so that a team finds them before it blocks them.
CREATE TABLE unregistered_agents (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  agent_id text NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  call_count bigint NOT NULL,
  endpoints jsonb NOT NULL,
  roles jsonb NOT NULL,
  PRIMARY KEY (tenant_id, agent_id)
);
