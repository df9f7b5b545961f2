import { Failure, systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import type { GuardContext, Outcome } from '../../src/engine/guard.ts'
import { redact } from '../../src/engine/redact.ts'
import guard from '../../src/input/pii-detection.ts'
import { makeViews } from '../../src/text/views.ts'

const context: GuardContext = {
  tenantId: 'acme',
  stage: 'input',
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

async function redacted(text: string, outcome: Outcome): Promise<string> {
  if (!outcome.flagged) return text
  const { spans = [] } = (await outcome.rewrite?.(context)) ?? outcome
  return redact(text, spans)
}

describe('pii_detection', () => {
  test.each(guard.examples)('$text', async ({ text, settings, flags, redacted: expected }) => {
    const outcome = await check(text, settings)
    expect(outcome.flagged).toBe(flags)
    expect(expected === undefined ? undefined : await redacted(text, outcome)).toBe(expected)
  })

  test('details contain types, ranges and counts, and never a value', async () => {
    const text = 'a@example.com, b@example.com, SSN 566-64-4119'
    const outcome = await check(text)
    expect(outcome).toMatchObject({
      flagged: true,
      details: {
        counts: { EMAIL_ADDRESS: 2, US_SSN: 1 },
        entities: [
          { type: 'EMAIL_ADDRESS', start: 0, end: 13 },
          { type: 'EMAIL_ADDRESS', start: 15, end: 28 },
          { type: 'US_SSN', start: 34, end: 45 },
        ],
      },
    })
    expect(JSON.stringify(outcome)).not.toMatch(/example|566/)
  })

  test.each(['email', 'Email_Address', 'e-mail', ' EMAIL '])('accepts the alias %j', async (name) => {
    expect((await check('jane@example.com', { entities: [name] })).flagged).toBe(true)
    expect((await check('SSN 566-64-4119', { entities: [name] })).flagged).toBe(false)
  })

  test('an unknown entity is rejected with the known names', () => {
    const prepare = () => guard.prepare(guard.settings.parse({ entities: ['EMAIL', 'SHOE_SIZE'] }), ports)
    expect(prepare).toThrow(Failure)
    expect(prepare).toThrow(/"SHOE_SIZE" is not a known entity.*EMAIL_ADDRESS/)
  })

  test.each([-0.1, 1.1])('a threshold of %d is refused', (score_threshold) => {
    expect(guard.settings.safeParse({ score_threshold }).success).toBe(false)
  })

  test('a higher threshold requires more evidence, a lower threshold less', async () => {
    const text = 'some number 943 476 5919'
    expect((await check(text, { entities: ['UK_NHS'] })).flagged).toBe(false)
    expect((await check(text, { entities: ['UK_NHS'], score_threshold: 0.3 })).flagged).toBe(true)
  })

  test('an empty list selects the default, not an empty set', async () => {
    expect((await check('SSN 566-64-4119', { entities: [] })).flagged).toBe(true)
  })

  test('SECRET selects any secret', async () => {
    const outcome = await check(['export KEY=AKIA', 'QYLPMN5HFIQR7BZA'].join(''), { entities: ['SECRET'] })
    expect(outcome).toMatchObject({
      flagged: true,
      details: { entities: [{ type: 'SECRET', kind: 'aws_access_key_id' }] },
    })
  })
})
