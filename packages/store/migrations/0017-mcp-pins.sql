-- What was first seen of each tool behind a route of the MCP gateway, and what differs from it now. Pins die with their route:
-- the row of the route in tenant_items takes them along, and a listing that arrives after it finds nothing to hang on.
CREATE TABLE mcp_pins (
  tenant_id text NOT NULL,
  -- UUIDv7: their order is the order of time.
  id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'mcp_route' CHECK (kind = 'mcp_route'),
  route text NOT NULL,
  tool text NOT NULL,
  -- SHA-256 of the canonical JSON of name, description, schemas and annotations, hexadecimal; of what was accepted last.
  hash text NOT NULL,
  -- The same without the name: what a rename keeps.
  body_hash text NOT NULL,
  -- The definition that was accepted last, bounded.
  definition jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('pinned', 'changed', 'renamed', 'shadowed', 'poisoned')),
  -- What is behind the state: the other name, the other server, what was found.
  reason text NOT NULL DEFAULT '',
  -- What the server says now, where that is not what was accepted.
  seen_hash text,
  seen_body_hash text,
  seen_definition jsonb,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text,
  PRIMARY KEY (tenant_id, route, tool),
  UNIQUE (tenant_id, id),
  CHECK ((seen_hash IS NULL) = (seen_definition IS NULL)),
  FOREIGN KEY (tenant_id, kind, route) REFERENCES tenant_items (tenant_id, kind, name) ON DELETE CASCADE
);

-- Names of tools over all routes of a tenant: one must not pass for another's.
CREATE INDEX mcp_pins_by_tool ON mcp_pins (tenant_id, tool);
