-- Secrets of the deployment as a whole: hashed where they are only compared, encrypted where they must be read again.
CREATE TABLE deployment_secrets (
  name text PRIMARY KEY,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  ciphertext bytea,
  -- Names the master key that encrypted it, so that keys can rotate.
  key_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((sha256 IS NULL) <> (ciphertext IS NULL)),
  CHECK ((ciphertext IS NULL) = (key_id IS NULL))
);
