import { z } from 'zod'
import { get, post } from '../endpoint.ts'

const SETTINGS = ['Settings']

/** A key that signs artifacts, or did. */
export const SigningKey = z.object({
  id: z.string(),
  algorithm: z.literal('RSA-SHA256'),
  publicKeyPem: z.string().describe('What openssl verifies with.'),
  identity: z.string().describe('As signatures by this key name it.'),
  createdAt: z.string(),
  retiredAt: z.string().nullable().describe('Null: in use.'),
})
export type SigningKey = z.infer<typeof SigningKey>

/** Ours: whoever verifies has to know which keys are the organization's. */
export const signingEndpoints = {
  listSigningKeys: get('/api/settings/signing-keys', {
    auth: 'member',
    summary: 'List the public keys that sign artifacts, the newest first',
    description:
      'Retired keys stay: they verify what they have signed. Compare the key in a signature with one of these.',
    tags: SETTINGS,
    response: z.object({ keys: z.array(SigningKey) }),
  }),
  rotateSigningKey: post('/api/settings/signing-keys/rotate', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Sign with a new key from now on',
    description: 'What is signed already stays as it is and is verified with the retired key.',
    tags: SETTINGS,
    response: SigningKey,
    status: 201,
  }),
}
