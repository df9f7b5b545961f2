import { z } from 'zod'
import { get, post } from '../endpoint.ts'

const SETTINGS = ['Settings']

/** Current or former signing key. */
export const SigningKey = z.object({
  id: z.string(),
  algorithm: z.literal('RSA-SHA256'),
  publicKeyPem: z.string().describe('Public key for verification with openssl.'),
  identity: z.string().describe('Key ID, as in signatures.'),
  createdAt: z.string(),
  retiredAt: z.string().nullable().describe('Null: active.'),
})
export type SigningKey = z.infer<typeof SigningKey>

/** Addition: verifiers need the organization's keys. */
export const signingEndpoints = {
  listSigningKeys: get('/api/settings/signing-keys', {
    auth: 'member',
    summary: 'List public signing keys, newest first',
    description:
      'Retired keys remain available to verify older signatures. Compare the key in a signature with this list.',
    tags: SETTINGS,
    response: z.object({ keys: z.array(SigningKey) }),
  }),
  rotateSigningKey: post('/api/settings/signing-keys/rotate', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Rotate the signing key',
    description: 'Existing signatures remain valid and are verified with the retired key.',
    tags: SETTINGS,
    response: SigningKey,
    status: 201,
  }),
}
