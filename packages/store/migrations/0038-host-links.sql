-- Repository of a project at a git host, with the credentials for its API.
CREATE TABLE host_links (
  project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  kind text NOT NULL,
  base_url text NOT NULL,
  owner text NOT NULL,
  repo text NOT NULL,
  -- GitHub App and its installation; null: the secret is a token.
  app_id text,
  installation_id text,
  -- Token, or private key of the GitHub App, sealed under the master key.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, project_id)
);
