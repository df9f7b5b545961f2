-- Results of scans that are reported to git hosts, through the queue of integration_deliveries.
ALTER TABLE host_links ADD COLUMN enabled boolean NOT NULL DEFAULT true;
ALTER TABLE host_links ADD COLUMN failing_since timestamptz;
ALTER TABLE host_links ADD COLUMN disabled_reason text;
ALTER TABLE host_links ADD COLUMN dropped bigint NOT NULL DEFAULT 0;

CREATE TABLE host_deliveries (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
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
  FOREIGN KEY (organization_id, project_id) REFERENCES host_links (organization_id, project_id) ON DELETE CASCADE
) WITH (fillfactor = 80);

CREATE INDEX host_deliveries_by_project ON host_deliveries (organization_id, project_id, delivery_id);
CREATE INDEX host_deliveries_due ON host_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX host_deliveries_backlog ON host_deliveries (organization_id) WHERE status = 'pending';
CREATE INDEX host_deliveries_finished ON host_deliveries (finished_at) WHERE finished_at IS NOT NULL;

-- Comments of the service on a pull request.
CREATE TABLE host_reviews (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  pr_number integer NOT NULL,
  -- Id of the summary at the git host.
  summary_id text,
  -- Comments on lines: {fingerprint: {id, path, scanner}}.
  inline jsonb NOT NULL DEFAULT '{}',
  -- Fingerprints of open findings that the pull request introduced.
  introduced jsonb NOT NULL DEFAULT '[]',
  -- Delivery that is commenting.
  lease_owner uuid,
  lease_until timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, pr_number),
  FOREIGN KEY (organization_id, project_id) REFERENCES host_links (organization_id, project_id) ON DELETE CASCADE
);
CREATE INDEX host_reviews_by_organization ON host_reviews (organization_id);
