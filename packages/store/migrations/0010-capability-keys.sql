-- Keys that sign capability tokens, for the whole deployment. Of those whose time has come the newest signs; those before it
-- stay until the last token that they signed has expired.
CREATE TABLE capability_keys (
  -- The thumbprint of the public key, RFC 7638.
  key_id text PRIMARY KEY CHECK (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  -- The private key, sealed under the master key.
  ciphertext bytea NOT NULL,
  signs_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
