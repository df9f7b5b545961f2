-- Calls that wait for people, what people said of them, and the grants that they gave. A grant is spent by the one UPDATE that
-- finds it approved, so that no number of instances spends it twice.
CREATE TABLE approvals (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- UUIDv7: their order is the order of time.
  id uuid NOT NULL,
  -- Keyed hash of agent, tool and the hash of the arguments: what the request and its grant are bound to.
  call_hmac bytea NOT NULL CHECK (octet_length(call_hmac) = 32),
  -- Empty: no agent was named.
  agent_key text NOT NULL,
  tool text NOT NULL,
  user_role text,
  session_id text,
  reason text NOT NULL,
  -- What who decides is shown: the arguments without secrets, bounded, sealed under a key of the tenant.
  shown bytea NOT NULL,
  -- A pending or approved one whose time is over has expired, whether or not it says so here.
  state text NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'consumed', 'expired')),
  min_approvals integer NOT NULL CHECK (min_approvals >= 1),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  grant_id uuid,
  grant_expires_at timestamptz,
  consumed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((grant_id IS NULL) = (grant_expires_at IS NULL)),
  CHECK (state NOT IN ('approved', 'consumed') OR grant_id IS NOT NULL),
  CHECK ((state = 'consumed') = (consumed_at IS NOT NULL))
);

-- The same call asked again while it waits is the same request.
CREATE UNIQUE INDEX approvals_pending ON approvals (tenant_id, call_hmac) WHERE state = 'pending';
CREATE UNIQUE INDEX approvals_by_grant ON approvals (tenant_id, grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX approvals_by_state ON approvals (tenant_id, state, id);
-- For the sweep.
CREATE INDEX approvals_by_expiry ON approvals (expires_at);

CREATE TABLE approval_decisions (
  tenant_id text NOT NULL,
  approval_id uuid NOT NULL,
  -- The name in one spelling, so that one person does not count twice.
  approver_key text NOT NULL,
  approver text NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'deny')),
  comment text NOT NULL,
  -- The key that was used, as the audit log names actors.
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, approval_id, approver_key),
  FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id) ON DELETE CASCADE
);
