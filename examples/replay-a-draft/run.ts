// Records a few requests and replays them against a stricter policy.   GATEHOUSE_URL=http://127.0.0.1:4000 npx node --conditions=gatehouse examples/replay-a-draft/run.ts
import assert from 'node:assert/strict'
import type { ReplayAnswer } from '@gatehouse/contracts/guard'

const base = process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000'

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Answer
}

// #region keep
await call('PUT', '/v1/tenant/me/retention', { enabled: true, days: 7, max_chars: 4_000 })
// #endregion
try {
  // Retention starts within one second, and requests are written within another.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  for (const message of ['Tell me about Project Falcon.', 'What is the weather like?', 'How do falcons hunt?']) {
    await call('POST', '/v1/shield/classify', { message })
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000))

  // #region replay
  const result = await call<ReplayAnswer>('POST', '/v1/tenant/me/policies/replay', {
    policy: { input_guardrails: { keyword_blocklist: { action: 'block', blocklist: ['project falcon'] } } },
    limit: 200,
  })
  for (const { kind, request_id, before, after } of result.changes) {
    process.stdout.write(`${kind}: ${request_id} ${before.action} → ${after.action}\n`)
  }
  // #endregion
  assert.equal(result.counts.newly_refused, 1)
  assert.equal(result.counts.no_longer_refused, 0)
} finally {
  // #region forget
  await call('DELETE', '/v1/tenant/me/retention')
  // #endregion
}
