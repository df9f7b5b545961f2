// Restricts an agent's tools by role, arguments and approval.   npx node examples/protect-tools/run.ts
import assert from 'node:assert/strict'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

// #region call
interface Verdict {
  readonly allowed: boolean
  readonly action: string
  readonly message?: string
  readonly request_id?: string
  readonly guardrail_results: readonly { readonly guardrail: string; readonly passed: boolean }[]
}

/** With authentication, checks accept any key of the tenant. Configuration and approvals need scope admin. */
async function call<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${text}`)
  return JSON.parse(text) as Answer
}
// #endregion

// #region agent
await call('POST', '/v1/agents/registry', {
  agent_id: 'helpdesk',
  name: 'Help desk',
  tools: ['crm.*', 'refund'],
  role_permissions: { clerk: ['crm.read', 'refund'], manager: ['crm.*', 'refund'] },
})
// #endregion

// #region policy
await call('PUT', '/v1/agents/tools/policies', {
  refund: {
    argument_schema: {
      type: 'object',
      required: ['order', 'amount'],
      properties: {
        order: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' },
        amount: { type: 'number', minimum: 0.01 },
      },
      additionalProperties: false,
    },
    parameter_policy: { numeric_limits: { amount: { max: 1_000 } } },
    workflow: { require_before: ['crm.read'] },
    approval: { when: [{ path: 'amount', op: 'gt', value: 100 }], ttl_seconds: 600 },
    rate_limit: { limit: 20, window_seconds: 60 },
  },
})
// #endregion

// #region check
function check(tool_name: string, tool_params: object, rest: object = {}): Promise<Verdict> {
  const caller = { agent_key: 'helpdesk', user_role: 'clerk', session_id: 'talk-1' }
  return call<Verdict>('POST', '/v1/shield/tool/check', { ...caller, tool_name, tool_params, ...rest })
}

/** The check that denied the call. */
const refusedBy = ({ guardrail_results }: Verdict): string | undefined =>
  guardrail_results.find(({ passed }) => !passed)?.guardrail

const refund = { order: 'AB-1234', amount: 40 }
const early = await check('refund', refund)
assert.equal(early.allowed, false, 'a refund before anybody looked at the customer')
process.stdout.write(`too early: ${refusedBy(early)}: ${early.message}\n`)

assert.equal((await check('crm.read', { customer: 7 })).allowed, true)
assert.equal((await check('refund', refund)).allowed, true)
// #endregion

// #region refused
const refusals = {
  'unknown tool': await check('shell.run', { command: 'ls' }),
  'tool of another role': await check('crm.delete', { customer: 7 }),
  'an argument of the wrong form': await check('refund', { order: 'AB-1234; DROP', amount: 40 }),
  'an argument too many': await check('refund', { ...refund, iban: 'mine' }),
  'too much': await check('refund', { ...refund, amount: 5_000 }),
}
for (const [subject, verdict] of Object.entries(refusals)) {
  assert.equal(verdict.allowed, false, subject)
  process.stdout.write(`${subject}: ${refusedBy(verdict)}: ${verdict.message}\n`)
}
// #endregion

// #region approval
const large = { order: 'AB-1234', amount: 400 }
const pending = await check('refund', large)
assert.equal(pending.action, 'require_approval')

// A person reviews the request and approves it.
const { grant } = await call<{ grant: { grant_id: string } }>(
  'POST',
  `/v1/tenant/me/agentic/approvals/${pending.request_id}/approve`,
  { approver: 'ann', comment: 'The customer called.' },
)

// The grant is valid for one call with these arguments.
assert.equal((await check('refund', { ...large, amount: 500 }, { grant_id: grant.grant_id })).allowed, false)
assert.equal((await check('refund', large, { grant_id: grant.grant_id })).allowed, true)
assert.equal((await check('refund', large, { grant_id: grant.grant_id })).allowed, false)
// #endregion

// #region output
await call('PUT', '/v1/data-policies/tools/crm.read/policy', {
  sanitization_mode: 'regex',
  sanitization_rules: [
    {
      pattern_id: 'mail',
      regex: '[a-z0-9._]+@[a-z0-9.]+',
      replacement: '[mail]',
      severity: 'medium',
      action: 'redact',
    },
    { pattern_id: 'note', regex: 'INTERNAL NOTE', replacement: '', severity: 'critical', action: 'block' },
  ],
})
const shown = await call<{ sanitized_output?: string }>('POST', '/v1/shield/tool/output', {
  agent_key: 'helpdesk',
  user_role: 'clerk',
  session_id: 'talk-1',
  tool_name: 'crm.read',
  output: JSON.stringify({ customer: 7, mail: 'jane.doe@example.com', orders: ['AB-1234'] }),
})
assert.deepEqual(JSON.parse(shown.sanitized_output!), { customer: 7, mail: '[mail]', orders: ['AB-1234'] })
// #endregion

// #region stop
await call('POST', '/v1/shield/tools/refund/disable', { reason: 'The payment provider is being attacked.' })
const stopped = await waitFor(
  () => check('refund', refund),
  ({ allowed }) => !allowed,
)
process.stdout.write(`disabled: ${stopped.message}\n`)
await call('POST', '/v1/shield/tools/refund/enable', { reason: 'The incident is resolved.' })
// #endregion

await call('DELETE', '/v1/data-policies/tools/crm.read/policy')
await call('PUT', '/v1/agents/tools/policies', {})
await call('DELETE', '/v1/agents/registry/helpdesk')

/** Configuration takes effect on every instance within one second. */
async function waitFor<Value>(read: () => Promise<Value>, until: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; tries < 20; tries += 1) {
    const value = await read()
    if (until(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return assert.fail('nothing changed within two seconds')
}
