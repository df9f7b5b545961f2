import { Failure, systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import type { GuardContext, Outcome } from '../../src/engine/guard.ts'
import { redact } from '../../src/engine/redact.ts'
import guard from '../../src/output/pii-leakage.ts'
import { makeViews } from '../../src/text/views.ts'

const context: GuardContext = {
  tenantId: 'acme',
  stage: 'output',
  agentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
  prompt: undefined,
  contextDocs: [],
  clock: systemClock,
  signal: undefined,
}
const ports = { windows: { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) } }

async function check(text: string, settings: Record<string, unknown> = {}): Promise<Outcome> {
  return guard.check(makeViews(text), guard.prepare(guard.settings.parse(settings), ports), context)
}

describe('pii_leakage', () => {
  test.each(guard.examples)('$text', async ({ text, settings, flags, redacted }) => {
    const outcome = await check(text, settings)
    expect(outcome.flagged).toBe(flags)
    const rewritten = outcome.flagged ? ((await outcome.rewrite?.(context)) ?? outcome) : undefined
    const result = redact(text, rewritten?.spans ?? [])
    expect(redacted === undefined ? undefined : result).toBe(redacted)
  })

  test('with auto_redact off a finding has no spans to redact, and the details list the ranges', async () => {
    const outcome = await check('Her SSN is 566-64-4119.', { auto_redact: false })
    expect(outcome).toMatchObject({ flagged: true, details: { entities: [{ type: 'US_SSN', start: 11, end: 22 }] } })
    expect(outcome).not.toHaveProperty('spans')
  })

  test('pii_types narrows the search, and an unknown type is rejected', async () => {
    expect((await check('Her SSN is 566-64-4119.', { pii_types: ['EMAIL_ADDRESS'] })).flagged).toBe(false)
    expect(() => guard.prepare(guard.settings.parse({ pii_types: ['NOPE'] }), ports)).toThrow(Failure)
  })
})
