import type { SecretRule } from './rule.ts'

const ROTATE =
  'Replace it where it is used, then change or delete the old one at its issuer; removing it from the file leaves it in the history.'

type OwnRule = Pick<SecretRule, 'title' | 'grants' | 'severity'> &
  Partial<Pick<SecretRule, 'family' | 'revoke' | 'vendor'>>

/** Secrets without a vendor, detected by their context. */
const OWN = {
  'private-key': {
    title: 'Private key',
    grants: 'decrypt, sign or log in as the owner of the key',
    severity: 'CRITICAL',
    revoke:
      'Create a new key pair, replace the public key or certificate wherever it is trusted, and revoke the old certificate.',
  },
  'encrypted-private-key': {
    title: 'Private key under a passphrase',
    grants: 'guess the passphrase offline',
    severity: 'LOW',
    family: 'private-key',
  },
  'gcp-service-account-key': {
    title: 'Google Cloud service account key',
    grants: 'call Google Cloud with every role of the service account',
    severity: 'CRITICAL',
    vendor: 'Google Cloud',
    family: 'private-key',
    revoke: 'Delete the key under IAM & Admin > Service accounts > Keys, and check the audit log for use of the key.',
  },
  'putty-private-key': {
    title: 'Private key of PuTTY',
    grants: 'log in as the owner of the key',
    severity: 'CRITICAL',
    family: 'private-key',
    revoke: 'Create a new key pair and remove the old public key from every authorized_keys file.',
  },
  'aws-secret-access-key-pair': {
    title: 'AWS secret access key next to its access key ID',
    grants: 'call AWS with every permission of the identity that it belongs to',
    severity: 'CRITICAL',
    vendor: 'Amazon Web Services',
    family: 'amazon-web-services',
    revoke:
      'Deactivate the key under Security credentials of its IAM user, check CloudTrail for use of the key, create a new key, then delete the old one.',
  },
  'json-web-token': {
    title: 'JSON Web Token',
    grants: 'act as its subject until it expires',
    severity: 'MEDIUM',
    revoke: 'End the session of its subject or rotate the key that signed it.',
  },
  'url-password': {
    title: 'Password in an address',
    grants: 'log in to the service at the address',
    severity: 'HIGH',
    family: 'value',
  },
  'connection-string-password': {
    title: 'Password in a connection string',
    grants: 'log in to the database or broker',
    severity: 'HIGH',
    family: 'value',
  },
  'bearer-token': {
    title: 'Bearer token of a request',
    grants: 'act as its owner',
    severity: 'HIGH',
    family: 'value',
  },
  'basic-credentials': {
    title: 'User name and password of a request in base64',
    grants: 'log in as the user',
    severity: 'HIGH',
    family: 'value',
  },
  'command-line-password': {
    title: 'Password on a command line',
    grants: 'log in as the user; every local user can see the password while the command runs',
    severity: 'HIGH',
    family: 'value',
  },
  'registry-auth': {
    title: 'Credentials of a container registry',
    grants: 'pull and push images as the user',
    severity: 'HIGH',
    family: 'value',
  },
  password: {
    title: 'Hard-coded password',
    grants: 'log in with it wherever it is accepted',
    severity: 'HIGH',
    family: 'value',
  },
  'weak-password': {
    title: 'Hard-coded password that is easily guessed',
    grants: 'log in with it wherever it is accepted',
    severity: 'MEDIUM',
    family: 'value',
  },
  'assigned-secret': {
    title: 'Hard-coded key or token',
    grants: 'use the service that it belongs to on your behalf',
    severity: 'HIGH',
    family: 'value',
  },
} as const satisfies Readonly<Record<string, OwnRule>>

export type OwnRuleName = keyof typeof OWN

/** Rules of no vendor by the last part of their ids. */
export const OWN_RULES: Readonly<Record<OwnRuleName, SecretRule>> = fromEntries()

function fromEntries(): Readonly<Record<OwnRuleName, SecretRule>> {
  const rules = Object.entries(OWN).map(([name, own]: [string, OwnRule]): [string, SecretRule] => [
    name,
    {
      id: `secrets/${name}`,
      vendor: own.vendor ?? '',
      title: own.title,
      grants: own.grants,
      revoke: own.revoke ?? ROTATE,
      severity: own.severity,
      cwe: name === 'weak-password' ? 'CWE-521' : 'CWE-798',
      family: own.family ?? name,
    },
  ])
  return Object.fromEntries(rules) as Record<OwnRuleName, SecretRule>
}
