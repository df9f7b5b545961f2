-- Services that an organization notifies: chat, tickets, security events.
CREATE TABLE integrations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL,
  -- Settings without secrets.
  config jsonb NOT NULL,
  -- JSON object of the secret settings, sealed under the master key.
  secrets bytea,
  -- Events that create a delivery.
  events jsonb NOT NULL,
  -- Start of the failure period; null after a successful delivery.
  failing_since timestamptz,
  -- Why the service disabled it.
  disabled_reason text,
  -- Events above the limit of waiting deliveries.
  dropped bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, kind, name),
  UNIQUE (organization_id, id)
);

-- Queue and log of deliveries: one row for each event and integration, with the columns of webhook_deliveries.
CREATE TABLE integration_deliveries (
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event text NOT NULL,
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  queued_at timestamptz NOT NULL,
  finished_at timestamptz,
  log jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (organization_id, delivery_id),
  FOREIGN KEY (organization_id, integration_id) REFERENCES integrations (organization_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);

CREATE INDEX integration_deliveries_by_integration
  ON integration_deliveries (organization_id, integration_id, delivery_id);
CREATE INDEX integration_deliveries_due ON integration_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX integration_deliveries_backlog ON integration_deliveries (organization_id) WHERE status = 'pending';
CREATE INDEX integration_deliveries_finished ON integration_deliveries (finished_at) WHERE finished_at IS NOT NULL;
