// Gives an agent a token for one use of one tool, which it hands on with less in it.   npx node --conditions=gatehouse examples/hand-on-less/run.ts
import assert from 'node:assert/strict'
import { createPublicKey, verify as isSigned } from 'node:crypto'
import { attenuateCapability } from '@gatehouse/guards'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

// #region call
/** With keys demanded, both calls take any key of the tenant. */
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
// Needed from the first agent on that a tenant registers.
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
// No call to the service: the agent hands on one tool, one folder and ten seconds of what it has.
const narrow = attenuateCapability(wide, {
  tool: 'mail_read',
  resource: 'inbox/invoices/*',
  exp: (Date.now() + 10_000) / 1_000,
})
assert.throws(() => attenuateCapability(narrow, { tool: 'mail_*' }), /wider/)
// #endregion

// #region verify
interface Checked {
  readonly valid: boolean
  readonly error?: string
}
const asked = { expected_tool: 'mail_read', expected_resource: 'inbox/invoices/2026-01' }
const elsewhere = await call<Checked>('/v1/shield/cap/verify', { cap_token: narrow, expected_tool: 'mail_send' })
const first = await call<Checked>('/v1/shield/cap/verify', { cap_token: narrow, ...asked })
const again = await call<Checked>('/v1/shield/cap/verify', { cap_token: wide, ...asked })
process.stdout.write(`${elsewhere.error}, ${first.valid}, ${again.error}\n`)
// #endregion
assert.deepEqual([elsewhere.error, first.valid, again.error], ['tool_mismatch', true, 'nonce_already_used'])

// #region offline
/** Whether the service has signed what a token begins with: any JOSE library can say it. */
async function isOurs(token: string): Promise<boolean> {
  const [header, payload, signature] = token.split('~')[0]!.split('.')
  const { kid } = JSON.parse(Buffer.from(header!, 'base64url').toString()) as { kid: string }
  const { keys } = (await (await fetch(`${base}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
  const key = keys.find((one) => one.kid === kid)
  if (key === undefined) return false
  const publicKey = createPublicKey({ key, format: 'jwk' })
  return isSigned(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature!, 'base64url'))
}
// #endregion
assert.equal(await isOurs(narrow), true)

// So that other stories find what they expect.
await agents('DELETE', '/mailer')
