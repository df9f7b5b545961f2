// Creates a single-use capability token, attenuates it and verifies it.   npx node --conditions=gatehouse examples/hand-on-less/run.ts
import assert from 'node:assert/strict'
import { createPublicKey, verify as isSigned } from 'node:crypto'
import { attenuateCapability } from '@gatehouse/guards/capability'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

// #region call
/** With authentication, both requests accept any key of the tenant. */
async function call<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Answer
}
// #endregion

async function agents(method: string, path: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${base}/v1/agents/registry${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, await response.text())
}
// Required after the tenant has registered its first agent.
await agents('POST', '', { agent_id: 'mailer', tools: ['mail_*'] })

// #region mint
const { cap_token: wide } = await call<{ cap_token: string }>('/v1/shield/cap/mint', {
  agent_key: 'mailer',
  tool: 'mail_*',
  resource: 'inbox/*',
  clearance_max: 'internal',
  ttl: 60,
})
// #endregion

// #region narrow
// No request: the agent delegates one tool and one folder for ten seconds.
const narrow = attenuateCapability(wide, {
  tool: 'mail_read',
  resource: 'inbox/invoices/*',
  exp: (Date.now() + 10_000) / 1_000,
})
assert.throws(() => attenuateCapability(narrow, { tool: 'mail_*' }), /widened/)
// #endregion

// #region verify
interface Checked {
  readonly valid: boolean
  readonly error?: string
}
const request = { expected_tool: 'mail_read', expected_resource: 'inbox/invoices/2026-01' }
const elsewhere = await call<Checked>('/v1/shield/cap/verify', { cap_token: narrow, expected_tool: 'mail_send' })
const first = await call<Checked>('/v1/shield/cap/verify', { cap_token: narrow, ...request })
const checked = await call<Checked>('/v1/shield/cap/verify', { cap_token: wide, ...request })
process.stdout.write(`${elsewhere.error}, ${first.valid}, ${checked.error}\n`)
// #endregion
assert.deepEqual([elsewhere.error, first.valid, checked.error], ['tool_mismatch', true, 'nonce_already_used'])

// #region offline
/** Whether the service signed the token. Any JOSE library can verify this. */
async function isSignedByService(token: string): Promise<boolean> {
  const [header, payload, signature] = token.split('~')[0]!.split('.')
  const { kid } = JSON.parse(Buffer.from(header!, 'base64url').toString()) as { kid: string }
  const { keys } = (await (await fetch(`${base}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
  const key = keys.find((item) => item.kid === kid)
  if (key === undefined) return false
  const publicKey = createPublicKey({ key, format: 'jwk' })
  return isSigned(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature!, 'base64url'))
}
// #endregion
assert.equal(await isSignedByService(narrow), true)

// Restore the configuration for other examples.
await agents('DELETE', '/mailer')
