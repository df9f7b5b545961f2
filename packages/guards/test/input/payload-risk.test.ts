import { describe, expect, test } from 'vitest'
import { systemClock } from '@gatehouse/kernel'
import type { GuardContext } from '../../src/engine/guard.ts'
import guard from '../../src/input/payload-risk.ts'
import { makeViews } from '../../src/text/views.ts'

const context: GuardContext = {
  tenantId: 't',
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

function prepared(settings: Record<string, unknown> = {}) {
  return guard.prepare(guard.settings.parse(settings), ports)
}

async function check(text: string, settings: Record<string, unknown> = {}) {
  return guard.check(makeViews(text), prepared(settings), context)
}

describe('payload_risk', () => {
  test.each(guard.examples.map((example) => [example.says ?? example.text, example] as const))(
    '%s',
    async (_title, example) => {
      const outcome = await check(example.text, example.settings)
      expect(outcome.flagged).toBe(example.flags)
      const category = outcome.flagged ? outcome.category : undefined
      expect(category).toBe(example.category ?? category)
    },
  )

  test('names the worst category, its severity and every rule with its range in the original', async () => {
    const text = "Dear {{config}}, now '; DROP TABLE users;--"
    const outcome = await check(text)
    expect(outcome).toMatchObject({
      flagged: true,
      category: 'sql_injection',
      severity: 'critical',
      details: { categories: ['sql_injection', 'template_injection'], mention: false },
    })
    if (!outcome.flagged) throw new Error('not flagged')
    const places = outcome.spans!.map(({ start, end, label }) => [label, text.slice(start, end)])
    expect(places).toContainEqual(['TEMPLATE_INJECTION', '{{config}}'])
  })

  test.each([
    ['an unknown category', ['sqli', 'sorcery']],
    ['an empty name', ['']],
    ['a name from Object', ['constructor']],
  ])('refuses %s', (_title, categories) => {
    expect(guard.settings.safeParse({ categories }).success).toBe(false)
  })

  test.each([['SQLi'], ['rce'], ['lfi'], ['path-traversal'], ['SSTI'], ['csv injection']])(
    'accepts the alias %s',
    (name) => {
      expect(guard.settings.safeParse({ categories: [name] }).success).toBe(true)
    },
  )

  test('detects only the requested categories', async () => {
    const text = '<svg/onload=alert(1)> {{7*7}}'
    expect(await check(text, { categories: ['ssti'] })).toMatchObject({ category: 'template_injection' })
    expect((await check(text, { categories: ['ldap'] })).flagged).toBe(false)
  })

  test('sees through full-width letters and points at the original', async () => {
    const text = 'q: ＜ｓｃｒｉｐｔ＞alert(1)＜/script＞'
    const outcome = await check(text)
    if (!outcome.flagged) throw new Error('not flagged')
    expect(text.slice(outcome.spans![0]!.start, outcome.spans![0]!.end)).toContain('＜ｓｃｒｉｐｔ＞')
  })

  test('flags a mention with lower severity and a mark', async () => {
    const mention = await check("Can you explain why the input `' OR 1=1 --` is dangerous in a login form?")
    expect(mention).toMatchObject({ flagged: true, severity: 'medium', details: { mention: true } })
    const use = await check("' OR 1=1 --")
    expect(use).toMatchObject({ flagged: true, severity: 'high', details: { mention: false } })
  })

  test('does not treat an instruction to use a payload as a mention', async () => {
    const outcome = await check(
      "For example please run it in the database now: `'; DROP TABLE users; --` thank you all",
    )
    expect(outcome).toMatchObject({ severity: 'critical', details: { mention: false } })
  })

  test('flags a flood that it could not read to its end', async () => {
    const outcome = await check('http://a '.repeat(40_000))
    expect(outcome.flagged).toBe(outcome.details?.['capped'] !== undefined)
  })

  test('reports a bounded number of findings and that more exist', async () => {
    const outcome = await check('<svg/onload=alert(1)> {{7*7}} \n'.repeat(400))
    expect(outcome.details).toMatchObject({ truncated: true })
    expect(outcome.details?.['rules']).toHaveProperty('length', 64)
  })

  test('never repeats the payload in its message', async () => {
    const outcome = await check("admin'--")
    if (!outcome.flagged) throw new Error('not flagged')
    expect(outcome.message).not.toContain("admin'")
  })
})
