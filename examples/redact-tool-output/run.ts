// Redacts tool output by role.   npx node examples/redact-tool-output/run.ts
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${text}`)
  return JSON.parse(text) as Answer
}

interface Sanitized {
  readonly action: string
  readonly sanitized_output?: string
  readonly sanitization: {
    readonly regex_violations: readonly { readonly pattern_id: string; readonly count: number }[]
  }
}

// #region try
const answer = { ticket: 4711, customer: 'Mrs. Marie Curie', ssn: '566-64-4119', note: 'refund to jane@example.com' }
const draft = {
  sanitization_rules: [{ pattern_id: 'ticket', regex: '^4\\d{3}$', replacement: '[ticket]', severity: 'low' }],
  role_policies: [
    { role: '*', action: 'redact', output_rules: ['names and e-mail addresses'] },
    { role: 'clerk', action: 'mask', output_rules: ['social security numbers'] },
    { role: 'officer', action: 'allow' },
  ],
}

const preview = (user_role: string) =>
  call<Sanitized>('POST', '/v1/data-policies/preview-sanitization', {
    payload: answer,
    tool_name: 'ledger.read',
    stage: 'output',
    user_role,
    policy: draft,
  })

assert.deepEqual(JSON.parse((await preview('clerk')).sanitized_output!), {
  ticket: '[ticket]',
  customer: 'Mrs. [PERSON]',
  ssn: '***-**-4119',
  note: 'refund to [EMAIL_ADDRESS]',
})
// Plain-language rules do not apply to officers; patterns apply to everyone.
assert.deepEqual(JSON.parse((await preview('officer')).sanitized_output!), { ...answer, ticket: '[ticket]' })
// #endregion

// #region save
interface Saved {
  readonly backends: readonly {
    readonly rule: string
    readonly backend: string
    readonly entities?: readonly string[]
  }[]
}
const { backends } = await call<Saved>('PUT', '/v1/data-policies/tools/ledger.*/policy', draft)
for (const { rule, backend, entities = [] } of backends) {
  process.stdout.write(`"${rule}" is served by ${backend}: ${entities.slice(0, 3).join(', ')}\n`)
}
await call('POST', '/v1/agents/registry', { agent_id: 'ledger-bot', tools: ['ledger.*'] })
// #endregion

// A saved policy takes effect on every instance within one second.
await sleep(1_000)

// #region use
const seen = await call<Sanitized>('POST', '/v1/shield/tool/output', {
  agent_key: 'ledger-bot',
  tool_name: 'ledger.read',
  output: answer,
})
assert.equal(seen.action, 'redact')
// Forward the sanitized output instead of the original.
assert.ok(!seen.sanitized_output!.includes('jane@example.com'))
for (const { pattern_id, count } of seen.sanitization.regex_violations)
  process.stdout.write(`${pattern_id}: ${count}\n`)
// #endregion

// #region framework
interface Frameworks {
  readonly frameworks: readonly { readonly id: string; readonly policy: object }[]
}
const { frameworks } = await call<Frameworks>('GET', '/v1/data-policies/compliance/frameworks')
const pci = frameworks.find(({ id }) => id === 'pci_dss')!
const card = await call<Sanitized>('POST', '/v1/data-policies/preview-sanitization', {
  payload: 'card 4111 1111 1111 1111, security code: 123',
  tool_name: 'till.read',
  stage: 'output',
  policy: pci.policy,
})
// Block output with a card security code.
assert.equal(card.action, 'block')
// #endregion

// Restore the configuration for other examples.
await call('DELETE', '/v1/data-policies/tools/ledger.*/policy')
await call('DELETE', '/v1/agents/registry/ledger-bot')
