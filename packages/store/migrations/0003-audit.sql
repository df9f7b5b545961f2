-- The audit log: one hash chain per tenant. `hash` covers `prev_hash` and every other column (see src/audit/hash.ts).
-- Partitioned by day, so that old days can be shipped away and dropped without touching a living row.
CREATE TABLE audit_entries (
  tenant_id text NOT NULL,
  -- 1, 2, 3 … without a gap in each tenant.
  seq bigint NOT NULL CHECK (seq > 0),
  id uuid NOT NULL,
  -- Whole milliseconds.
  timestamp timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  guardrail text,
  verdict text,
  request_id text,
  -- json, not jsonb: the hash covers the text as it was written, which jsonb would reorder.
  details json NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL
) PARTITION BY RANGE (timestamp);

-- The end of each chain. The statement that adds entries also moves the head, and only from the head it was computed
-- on: of two instances that extend the same head, one finds it moved and computes anew. So a chain never forks.
CREATE TABLE audit_heads (
  tenant_id text PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Row triggers reach the partitions by themselves; TRUNCATE has none, so each partition gets its own below.
CREATE TRIGGER audit_entries_no_change BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();

-- Makes the partitions of the days `first` to `last` (UTC) that are not there yet.
CREATE FUNCTION audit_make_partitions(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day date;
  part text;
BEGIN
  -- One at a time: two instances find out at the same midnight that a day is missing.
  PERFORM pg_advisory_xact_lock(1195918416);
  FOR day IN SELECT generate_series(first, last, interval '1 day')::date LOOP
    part := 'audit_entries_' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    -- Made apart and attached: that waits neither for readers nor for writers of the table, nor they for it.
    EXECUTE format('CREATE TABLE %I (LIKE audit_entries INCLUDING CONSTRAINTS)', part);
    -- A unique index of the whole table would have to contain the timestamp; in one day it need not.
    EXECUTE format('CREATE UNIQUE INDEX ON %I (tenant_id, seq)', part);
    EXECUTE format('CREATE INDEX ON %I (id)', part);
    EXECUTE format(
      'CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON %I
         FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()',
      part
    );
    EXECUTE format(
      'ALTER TABLE audit_entries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      part,
      (day::timestamp AT TIME ZONE 'UTC'),
      ((day + 1)::timestamp AT TIME ZONE 'UTC')
    );
  END LOOP;
END
$$;
