-- Who uses the application-security service, and the projects that they scan. Every row that somebody may ask for by its id
-- carries its organization.
CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- In lower case: two spellings of one address are one person.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  -- scrypt with its parameters and salt; null until an invitation is taken up, and for those who sign in elsewhere.
  password text,
  -- Issuer and subject of OpenID Connect, joined by a blank.
  oidc_subject text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE members (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('VIEWER', 'DEVELOPER', 'SECURITY', 'ADMIN')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set until the invitation is taken up: nobody acts as this member before.
  invited_until timestamptz,
  -- SHA-256 of the token in the link.
  invitation bytea UNIQUE CHECK (octet_length(invitation) = 32),
  UNIQUE (organization_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- A session and a key go with the membership that they act for.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_member ON sessions (member_id);

CREATE TABLE member_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX member_keys_by_organization ON member_keys (organization_id, created_at);
CREATE INDEX member_keys_by_member ON member_keys (member_id);

CREATE TABLE projects (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  repo_url text,
  default_branch text NOT NULL DEFAULT 'main',
  dast_target_url text,
  primary_language text,
  -- Null: the default gate of the contract.
  build_gate jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX projects_by_organization ON projects (organization_id, created_at, id);
CREATE INDEX projects_by_repository ON projects (organization_id, repo_url) WHERE repo_url IS NOT NULL;
