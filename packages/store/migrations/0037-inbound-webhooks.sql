-- Normalized address of the repository, as `repositoryKey` computes it: webhooks of git hosts are matched by it.
ALTER TABLE projects ADD COLUMN repo_key text;

-- Stored addresses have a scheme, and neither credentials nor a query.
WITH steps AS (
  SELECT id, lower(replace(
           regexp_replace(regexp_replace(regexp_replace(repo_url, '^(https?|git)://', '', 'i'), '/+', '/', 'g'),
                          '(\.git)?/?$', '', 'i'), ' ', '%20')) AS key
    FROM projects WHERE repo_url IS NOT NULL
)
UPDATE projects SET repo_key =
  regexp_replace(
    regexp_replace(
      regexp_replace(steps.key, '^([^/:]+|\[[^]]*\]):(443|80|9418)/', '\1/'),
      '^([^./]+)\.visualstudio\.com/(defaultcollection/)?', 'dev.azure.com/\1/'),
    '^dev\.azure\.com/([^/]+)/_git/([^/]+)$', 'dev.azure.com/\1/\2/_git/\2')
  FROM steps WHERE steps.id = projects.id AND steps.key LIKE '%/%';

DROP INDEX projects_by_repository;
CREATE INDEX projects_by_repository ON projects (repo_key, organization_id) WHERE repo_key IS NOT NULL;

-- Webhook deliveries that queued a scan: a replay of one of them is ignored.
CREATE TABLE inbound_deliveries (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- Git host with the id of the delivery, or with the pull request and its head.
  key text NOT NULL,
  scan_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, key)
);
CREATE INDEX inbound_deliveries_by_age ON inbound_deliveries (received_at);
CREATE INDEX inbound_deliveries_by_organization ON inbound_deliveries (organization_id);
