import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's API keys or tokens and create a new one."

/** Databases, stores of files, keys for encryption. */
export default {
  PlanetScale: {
    severity: 'CRITICAL',
    grants: 'read and change databases within its access',
    revoke: 'Delete the token or password in the settings of the organization or branch.',
  },
  Supabase: {
    severity: 'CRITICAL',
    grants: 'read and write all data of the project, bypassing row-level security',
    revoke: 'Rotate it under Project settings > API keys, or delete the access token in the account.',
  },
  Neon: { severity: 'CRITICAL', grants: 'manage projects and read connection strings of databases', revoke: PORTAL },
  ClickHouse: { severity: 'CRITICAL', grants: 'manage services of the organization', revoke: PORTAL },
  Confluent: {
    severity: 'HIGH',
    grants: 'read and write topics or manage clusters',
    revoke: 'Delete it under API keys of the cluster or cloud.',
  },
  MongoDB: {
    severity: 'CRITICAL',
    grants: 'manage Atlas projects and their databases',
    revoke: 'Delete it under Access manager of the organization or project.',
  },
  Algolia: { severity: 'HIGH', grants: 'read or, with an admin key, change indexes', revoke: PORTAL },
  Contentful: { severity: 'HIGH', grants: 'read or, with a management token, change content', revoke: PORTAL },
  Airtable: {
    severity: 'HIGH',
    grants: 'read and write bases within its scopes',
    revoke: 'Delete it in the developer hub.',
  },
  Dropbox: {
    severity: 'HIGH',
    grants: 'read and write files within its scopes',
    revoke: 'Call /2/auth/token/revoke, or remove the app from the account.',
  },
  Cloudinary: {
    severity: 'HIGH',
    grants: 'upload, change and delete media of the account',
    revoke: 'Regenerate the pair under Settings > API keys.',
  },
  Looker: { severity: 'HIGH', grants: 'query data as its user', revoke: 'Delete the API key of the user.' },
  MaxMind: {
    severity: 'LOW',
    grants: 'download databases of the license',
    revoke: 'Delete it under Manage license keys.',
  },
  Mapbox: {
    severity: 'MEDIUM',
    grants: 'call maps services within its scopes at your expense',
    revoke: 'Revoke it under Access tokens.',
  },
  age: {
    severity: 'CRITICAL',
    grants: 'decrypt everything that was encrypted with its public key',
    revoke: 'Create a new identity, re-encrypt the data and rotate the protected secrets.',
  },
  WireGuard: {
    severity: 'HIGH',
    grants: 'join the network as its peer',
    revoke: 'Create a new key pair and replace the public key with its peers.',
  },
} satisfies Advice
