-- What a scan leaves behind beside its findings: its packages, the documents made from both, and who vouches for them.

-- Which advisories the dependencies were looked up in, so that the scan can be repeated with the same ones. Null: none.
ALTER TABLE scans ADD COLUMN advisories text;

-- The packages of a scan: new advisories are matched with these, without the source.
CREATE TABLE scan_inventories (
  scan_id uuid PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- JSON, packed by gzip.
  inventory bytea NOT NULL,
  -- The advisories that these packages were last matched with; null: none yet.
  matched_with text
);
CREATE INDEX scan_inventories_by_project ON scan_inventories (project_id);

-- Keys with which an organization signs. One of them is in use; the others verify what they have signed.
CREATE TABLE signing_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- PKCS #8 as DER, sealed.
  private_key bytea NOT NULL,
  public_key_pem text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: in use.
  retired_at timestamptz
);
CREATE UNIQUE INDEX signing_keys_in_use ON signing_keys (organization_id) WHERE retired_at IS NULL;

CREATE TABLE scan_artifacts (
  scan_id uuid NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- As addresses spell it: `cyclonedx`, `spdx`, `sarif`, `openvex`, `cyclonedx-vex`, `log`, `signature`, …
  kind text NOT NULL,
  -- As lists spell it: `SBOM_CYCLONEDX`, …
  type text NOT NULL,
  media_type text NOT NULL,
  -- Of the artifact itself, as it was signed.
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  -- Packed by gzip.
  content bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scan_id, kind)
);
