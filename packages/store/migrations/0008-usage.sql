-- What tenants used, by day (UTC): quotas are checked against it, and it outlives the process.
CREATE TABLE usage_days (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day date NOT NULL,
  requests bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  blocked bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, day)
);
