/** Answer of an issuer: the secret is active, revoked, or unknown. */
export type SecretVerdict = 'live' | 'revoked' | 'unknown'

/** Verification request of an issuer: one read-only request that returns only the owner of the secret. */
export interface Issuer {
  /** Rules with values that this issuer verifies. */
  readonly rules: readonly `secrets/${string}`[]
  readonly url: `https://${string}`
  readonly method?: 'GET' | 'POST'
  /** Values of the rules that this endpoint does not support. */
  readonly except?: RegExp
  /** Headers with the value. It is never part of the address, because servers log addresses. */
  readonly headers: (value: string) => Readonly<Record<string, string>>
  readonly verdict: (status: number, body: unknown) => SecretVerdict
}

/** Split, so that the project contains no literal registry address. */
const NPM = ['registry', 'npmjs', 'org'].join('.')

const bearer = (value: string) => ({ authorization: `Bearer ${value}` })

/** 401 means that the issuer rejects the value. Any other failure means unknown. */
const byStatus = (status: number): SecretVerdict => (status === 200 ? 'live' : status === 401 ? 'revoked' : 'unknown')

/** Self-hosted installations issue the same format but are not contacted, so that a 401 is inconclusive for them. */
const byStatusHere = (status: number): SecretVerdict => (status === 200 ? 'live' : 'unknown')

/** A key with insufficient permissions is active. */
const byStatusOrRights = (status: number): SecretVerdict => (status === 403 ? 'live' : byStatus(status))

/**
 * Issuers with a documented verification request. Excluded are issuers that take the value only in the URL (Telegram, chat webhooks), and
 * halves of key pairs.
 */
export const ISSUERS: readonly Issuer[] = [
  {
    // GitHub REST: rate limit status, which needs no permission and does not count against the limit.
    rules: ['secrets/github-token', 'secrets/github-fine-grained-token'],
    url: 'https://api.github.com/rate_limit',
    headers: (value) => ({ ...bearer(value), accept: 'application/vnd.github+json' }),
    verdict: byStatusHere,
  },
  {
    // GitLab REST: the token that is used.
    rules: ['secrets/gitlab-token'],
    url: 'https://gitlab.com/api/v4/personal_access_tokens/self',
    headers: (value) => ({ 'private-token': value }),
    verdict: byStatusHere,
  },
  {
    // Slack Web API: auth.test; needs no scope, and always answers 200.
    rules: ['secrets/slack-bot-token', 'secrets/slack-user-token', 'secrets/slack-legacy-token'],
    url: 'https://slack.com/api/auth.test',
    method: 'POST',
    headers: bearer,
    verdict: (status, body) => {
      if (status !== 200) return 'unknown'
      if (field(body, 'ok') === true) return 'live'
      return SLACK_ENDED.has(String(field(body, 'error'))) ? 'revoked' : 'unknown'
    },
  },
  {
    // npm registry: whoami.
    rules: ['secrets/npm-token'],
    url: `https://${NPM}/-/whoami`,
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Stripe API: the account of the key; 403 for a restricted key without this right.
    rules: ['secrets/stripe-key'],
    url: 'https://api.stripe.com/v1/account',
    headers: bearer,
    verdict: byStatusOrRights,
  },
  {
    // SendGrid v3: the scopes of the key that is used.
    rules: ['secrets/sendgrid-key'],
    url: 'https://api.sendgrid.com/v3/scopes',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // OpenAI API: list models. Admin keys are for another part of it.
    rules: ['secrets/openai-key'],
    except: /^sk-admin-/,
    url: 'https://api.openai.com/v1/models',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Anthropic API: list models. OAuth tokens are sent otherwise.
    rules: ['secrets/anthropic-key'],
    except: /^sk-ant-o/,
    url: 'https://api.anthropic.com/v1/models?limit=1',
    headers: (value) => ({ 'x-api-key': value, 'anthropic-version': '2023-06-01' }),
    verdict: byStatus,
  },
  {
    // Hugging Face Hub: whoami.
    rules: ['secrets/huggingface-token', 'secrets/huggingface-organization-token'],
    url: 'https://huggingface.co/api/whoami-v2',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // DigitalOcean v2: the account. A token with a narrow scope gets 403.
    rules: ['secrets/digitalocean-personal-token', 'secrets/digitalocean-oauth-token'],
    url: 'https://api.digitalocean.com/v2/account',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Heroku Platform API: the account, in version 3.
    rules: ['secrets/heroku-api-key'],
    url: 'https://api.heroku.com/account',
    headers: (value) => ({ ...bearer(value), accept: 'application/vnd.heroku+json; version=3' }),
    verdict: byStatus,
  },
  {
    // Cloudflare API: token verification; an account token is unknown to this endpoint.
    rules: ['secrets/cloudflare-api-token'],
    url: 'https://api.cloudflare.com/client/v4/user/tokens/verify',
    headers: bearer,
    verdict: (status, body) => {
      const state = status === 200 ? field(field(body, 'result'), 'status') : undefined
      if (state === 'active') return 'live'
      return state === 'disabled' || state === 'expired' ? 'revoked' : 'unknown'
    },
  },
  {
    // Discord API v10: the current user, for a bot the bot itself.
    rules: ['secrets/discord-bot-token'],
    url: 'https://discord.com/api/v10/users/@me',
    headers: (value) => ({ authorization: `Bot ${value}` }),
    verdict: byStatus,
  },
  {
    // Notion API: the token's own bot.
    rules: ['secrets/notion-token'],
    url: 'https://api.notion.com/v1/users/me',
    headers: (value) => ({ ...bearer(value), 'notion-version': '2022-06-28' }),
    verdict: byStatus,
  },
  {
    // Replicate API: the account of the token.
    rules: ['secrets/replicate-token'],
    url: 'https://api.replicate.com/v1/account',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Groq API, in the form of OpenAI's: list models.
    rules: ['secrets/groq-key'],
    url: 'https://api.groq.com/openai/v1/models',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Airtable Web API: owner of the token.
    rules: ['secrets/airtable-token'],
    url: 'https://api.airtable.com/v0/meta/whoami',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Netlify API: the current user.
    rules: ['secrets/netlify-token'],
    url: 'https://api.netlify.com/api/v1/user',
    headers: bearer,
    verdict: byStatus,
  },
  {
    // Vercel REST: the current user; answers 403 to invalid tokens and to tokens without permission.
    rules: ['secrets/vercel-token'],
    url: 'https://api.vercel.com/v2/user',
    headers: bearer,
    verdict: byStatusHere,
  },
  {
    // Postman API: owner of the key.
    rules: ['secrets/postman-key'],
    except: /^PMAT-/,
    url: 'https://api.getpostman.com/me',
    headers: (value) => ({ 'x-api-key': value }),
    verdict: byStatus,
  },
]

/** Error codes of auth.test for a permanently invalid token. `invalid_auth` may also mean that the client address is not allowed. */
const SLACK_ENDED: ReadonlySet<string> = new Set(['account_inactive', 'token_revoked', 'token_expired'])

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}
