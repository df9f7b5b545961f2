-- The end of each chain is signed with a key that the database does not hold: whoever rewrites a chain together with its head cannot
-- sign the new head. Only the newest signature is stored, so that an older one cannot be taken from the table and put back.
ALTER TABLE audit_heads
  ADD COLUMN seal bytea,
  -- The master key that was the newest when the head was signed.
  ADD COLUMN seal_key text,
  -- Entries before this one were written before heads were signed.
  ADD COLUMN sealed_from bigint,
  -- The head was found unsigned, wrongly signed or set back when it stood at this entry; null: never.
  ADD COLUMN broken_at bigint;

-- How far the scheduled export has written each chain.
CREATE TABLE audit_exports (
  destination bytea NOT NULL,
  tenant_id text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (destination, tenant_id)
);
