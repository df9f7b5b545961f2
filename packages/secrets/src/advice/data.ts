import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's API keys or tokens and create a new one."

/** Databases, stores of files, keys for encryption. */
export default {
  PlanetScale: {
    severity: 'CRITICAL',
    grants: 'reads and changes databases within its access',
    revoke: 'Delete the token or password in the settings of the organisation or branch.',
  },
  Supabase: {
    severity: 'CRITICAL',
    grants: 'reads and writes all data of the project, past row-level security',
    revoke: 'Rotate it under Project settings, API keys, or delete the access token of the account.',
  },
  Neon: { severity: 'CRITICAL', grants: 'manages projects and reads connection strings of databases', revoke: PORTAL },
  ClickHouse: { severity: 'CRITICAL', grants: 'manages services of the organisation', revoke: PORTAL },
  Confluent: {
    severity: 'HIGH',
    grants: 'reads and writes topics or manages clusters',
    revoke: 'Delete it under API keys of the cluster or cloud.',
  },
  MongoDB: {
    severity: 'CRITICAL',
    grants: 'manages Atlas projects and their databases',
    revoke: 'Delete it under Access manager of the organisation or project.',
  },
  Algolia: { severity: 'HIGH', grants: 'reads or, with an admin key, changes indexes', revoke: PORTAL },
  Contentful: { severity: 'HIGH', grants: 'reads or, with a management token, changes content', revoke: PORTAL },
  Airtable: {
    severity: 'HIGH',
    grants: 'reads and writes bases within its scopes',
    revoke: 'Delete it in the developer hub.',
  },
  Dropbox: {
    severity: 'HIGH',
    grants: 'reads and writes files within its scopes',
    revoke: 'Call /2/auth/token/revoke, or remove the app from the account.',
  },
  Cloudinary: {
    severity: 'HIGH',
    grants: 'uploads, changes and deletes media of the account',
    revoke: 'Regenerate the pair under Settings, API keys.',
  },
  Looker: { severity: 'HIGH', grants: 'queries data as its user', revoke: 'Delete the API key of the user.' },
  MaxMind: {
    severity: 'LOW',
    grants: 'downloads databases of the licence',
    revoke: 'Delete it under Manage license keys.',
  },
  Mapbox: {
    severity: 'MEDIUM',
    grants: 'calls maps services within its scopes at your cost',
    revoke: 'Revoke it under Access tokens.',
  },
  age: {
    severity: 'CRITICAL',
    grants: 'decrypts everything that was encrypted to its public key',
    revoke: 'Create a new identity, re-encrypt the data and rotate the protected secrets.',
  },
  WireGuard: {
    severity: 'HIGH',
    grants: 'joins the network as its peer',
    revoke: 'Create a new key pair and replace the public key with its peers.',
  },
} satisfies Advice
