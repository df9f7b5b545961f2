import { z } from 'zod'
import { post } from '../endpoint.ts'

/** Maximum number of tokens per call. */
export const VAULT_TOKENS_MAX = 100

/** Maximum length of a token, with or without brackets. */
const TOKEN_CHARS_MAX = 256

export const VaultTokens = z.object({
  tokens: z.array(z.string().min(1).max(TOKEN_CHARS_MAX)).min(1).max(VAULT_TOKENS_MAX),
})

/** Token of a call as sent, with its value or the reason of a failure. */
export const RevealedValue = z.union([
  z.object({ token: z.string(), value: z.string(), entity_type: z.string() }),
  z.object({ token: z.string(), error: z.enum(['unknown_token', 'unreadable']) }),
])
export type RevealedValue = z.infer<typeof RevealedValue>

const TAGS = ['Vault']

/** Values behind the tokens of the PII guards. */
export const vaultEndpoints = {
  revealTokens: post('/v1/shield/vault/reveal', {
    auth: 'config',
    summary: 'Get the original values of tokens',
    description:
      'Requires a key with the admin scope. Returns the tokens in the given order, each with its value or ' +
      '`unknown_token` if it does not exist, has expired or belongs to another tenant. Each call is audited without ' +
      'the values.',
    tags: TAGS,
    body: VaultTokens,
    response: z.object({ values: z.array(RevealedValue) }),
    examples: {
      request: {
        two: {
          summary: 'A card number and an identity number',
          value: { tokens: ['9027 3315 8046 1111', '[US_SSN#t-k3vd7p2mw5xq4zjr6tnhyb3fua]'] },
        },
      },
      response: {
        one: {
          summary: 'One known token',
          value: {
            values: [
              { token: '9027 3315 8046 1111', value: '4111111111111111', entity_type: 'CREDIT_CARD' },
              { token: '[US_SSN#t-k3vd7p2mw5xq4zjr6tnhyb3fua]', error: 'unknown_token' },
            ],
          },
        },
      },
    },
  }),
  forgetTokens: post('/v1/shield/vault/forget', {
    auth: 'config',
    summary: 'Delete the original values of tokens',
    description:
      'Tokens remain in the texts but can no longer be resolved. Requires a key with the admin scope; audited.',
    tags: TAGS,
    body: VaultTokens,
    response: z.object({ forgotten: z.number().int(), unknown: z.number().int() }),
  }),
} as const
