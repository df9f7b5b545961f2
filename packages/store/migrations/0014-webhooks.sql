-- Where tenants want to be told of events, and what is on its way there.
CREATE TABLE webhooks (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  webhook_id uuid NOT NULL,
  url text NOT NULL,
  events jsonb NOT NULL,
  description text NOT NULL,
  enabled boolean NOT NULL,
  -- The key of the signatures, sealed under the master key: it must be read again for each delivery.
  secret bytea NOT NULL,
  -- Since when nothing has arrived; null while the last attempt did.
  failing_since timestamptz,
  -- Why the service switched it off itself.
  disabled_reason text,
  -- Events that found no room in the backlog.
  dropped bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  PRIMARY KEY (tenant_id, webhook_id)
);

-- One row for each event and receiver: the queue and the log of deliveries at once.
CREATE TABLE webhook_deliveries (
  tenant_id text NOT NULL,
  webhook_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event text NOT NULL,
  -- The body as it is sent, so that every attempt sends the same bytes.
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  -- While an attempt is under way: until when it is left alone. A worker that dies leaves the row to the others.
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- When it was last put into the queue: by the event, or by a person who asked for another try.
  queued_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- The latest attempts, oldest first: when, how long, what was answered.
  log jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, delivery_id),
  FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks (tenant_id, webhook_id) ON DELETE CASCADE
) WITH (fillfactor = 80);

-- For the log of one webhook.
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (tenant_id, webhook_id, delivery_id);
-- For the workers, and for the bound of a tenant's backlog.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_backlog ON webhook_deliveries (tenant_id) WHERE status = 'pending';
-- For the sweep.
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;
