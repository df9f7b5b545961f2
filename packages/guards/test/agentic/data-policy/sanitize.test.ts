import { describe, expect, test } from 'vitest'
import { NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import { dataLayers, screensForInjection } from '../../../src/agentic/data-policy/data-policies.ts'
import { run } from './run.ts'

const word = (pattern_id: string, rest: object = {}) => ({ pattern_id, regex: pattern_id, ...rest })

describe('a policy', () => {
  test('that costs too much on a payload cannot decide, and blocks', async () => {
    // Every letter may start a match that only ends a thousand characters later, and no two ranges are equal.
    const rules = ['x', 'y', 'z'].map((end) => word(end, { regex: `[a-m][a-z]{900}[0-9]${end}` }))
    let state = 7
    const letter = () => String.fromCharCode(97 + ((state = (state * 48_271) % 2_147_483_647) % 26))
    const payload = `0x 0y 0z ${Array.from({ length: 20_000 }, letter).join('')}`
    const heavy = await run(payload, { sanitization_rules: rules })
    expect(heavy.action).toBe('block')
    expect(heavy.result).toMatchObject({ details: { error: expect.any(String) as string, on_error: 'closed' } })
    const open = await run(payload, { sanitization_rules: rules, on_error: 'open' })
    expect(open).toMatchObject({ action: 'warn', result: { details: { on_error: 'open' } } })
  }, 30_000)

  test('counts its rules apart, and reports the gravest action and severity', async () => {
    const rules = [
      word('one', { action: 'detect', severity: 'critical' }),
      word('two', { severity: 'low' }),
      word('off', { enabled: false, action: 'block' }),
      word('rare', { action: 'block', min_count: 3 }),
    ]
    const verdict = await run('one two two off rare rare', { sanitization_rules: rules })
    expect(verdict).toMatchObject({
      action: 'redact',
      sanitized: 'one [TWO] [TWO] off rare rare',
      result: { severity: 'critical' },
      sanitization: {
        regex_violations: [
          { pattern_id: 'one', count: 1, action: 'detect' },
          { pattern_id: 'two', count: 2, action: 'redact' },
        ],
      },
    })
    expect((await run('rare rare rare', { sanitization_rules: rules })).action).toBe('block')
  })

  test('reveals nothing of its finding in its message', async () => {
    const { result } = await run('the word is hunter2', { sanitization_rules: [word('x', { regex: 'hunter\\d' })] })
    expect(JSON.stringify(result)).not.toContain('hunter')
  })
})

describe('role policies', () => {
  const seen = async (role: string | undefined, role_policies: object[], stage: 'input' | 'output' = 'output') => {
    const verdict = await run(
      'ann@example.com 566-64-4119 is her SSN',
      { role_policies },
      { stage, ...(role === undefined ? {} : { role }) },
    )
    return verdict.sanitized ?? verdict.action
  }
  const anyone = { role: '*', action: 'redact', output_rules: ['social security numbers'], input_rules: ['passwords'] }

  test.each([
    [undefined, [anyone], 'ann@example.com [US_SSN] is her SSN'],
    ['guest', [anyone], 'ann@example.com [US_SSN] is her SSN'],
    ['guest', [anyone, { role: 'guest', action: 'allow' }], 'pass'],
    ['guest', [anyone, { role: 'boss', action: 'allow' }], 'ann@example.com [US_SSN] is her SSN'],
    ['guest', [anyone, { role: 'guest', output_rules: ['e-mail addresses'] }], '[EMAIL_ADDRESS] [US_SSN] is her SSN'],
    ['guest', [{ role: 'guest', action: 'mask', output_rules: ['SSNs'] }], 'ann@example.com ***-**-4119 is her SSN'],
    ['guest', [{ role: 'guest', action: 'redact' }], '[EMAIL_ADDRESS] [US_SSN] is her SSN'],
    ['guest', [{ role: 'guest', action: 'block' }], 'block'],
    ['guest', [{ role: 'guest', action: 'block', output_rules: ['SSNs'] }], 'block'],
    ['guest', [{ role: 'guest', action: 'block', output_rules: ['IBANs'] }], 'pass'],
    ['guest', [{ role: 'guest', action: 'block', input_rules: ['SSNs'] }], 'pass'],
    ['*', [anyone], 'ann@example.com [US_SSN] is her SSN'],
  ])('show %s under %j: %s', async (role, policies, expected) => {
    expect(await seen(role, policies)).toBe(expected)
  })

  test('of arguments report or refuse, and never change', async () => {
    expect(await seen('guest', [{ role: '*', action: 'mask', input_rules: ['SSNs'] }], 'input')).toBe('detect')
    expect(await seen('guest', [{ role: '*', action: 'block', input_rules: ['SSNs'] }], 'input')).toBe('block')
    expect(await seen('guest', [{ role: '*', action: 'redact', output_rules: ['SSNs'] }], 'input')).toBe('pass')
  })
})

describe('the layers of a call', () => {
  const documents = (
    policies: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    global?: Readonly<Record<string, unknown>>,
  ) => ({
    ...NO_AGENTIC_CONFIG,
    items: new Map([
      ['data_policy', new Map(Object.entries(policies))],
      ['document', new Map(global === undefined ? [] : [['global_data_policy', global]])],
    ]),
  })
  const about = { stage: 'output', role: undefined, restricted: false } as const
  const sources = (config: ReturnType<typeof documents>, tool: string) =>
    dataLayers(config, { ...about, tool }).map(
      ({ source, policy }) => `${source}:${policy?.document.sanitization_rules[0]?.pattern_id ?? ''}`,
    )

  test('are the tenant-wide policy and that of the name, else of the longest prefix that is switched on', () => {
    const rules = (pattern_id: string) => ({ sanitization_rules: [{ pattern_id, regex: 'x' }] })
    const config = documents(
      {
        'crm_*': rules('crm'),
        'crm_read_*': rules('reads'),
        crm_read_one: rules('one'),
        'crm_read_two*': { ...rules('two'), enabled: false },
      },
      rules('all'),
    )
    expect(sources(config, 'crm_read_one')).toEqual(['global:all', 'tool:one'])
    expect(sources(config, 'crm_read_two')).toEqual(['global:all', 'tool:reads'])
    expect(sources(config, 'crm_write')).toEqual(['global:all', 'tool:crm'])
    expect(sources(config, 'mail')).toEqual(['global:all'])
    expect(sources(documents({}, { ...rules('all'), enabled: false }), 'crm')).toEqual([])
  })

  test('screen for injections unless a policy turns it off and the other does not require it', () => {
    const [on, off] = [{ screen_for_injection: true }, { screen_for_injection: false }]
    expect(screensForInjection(documents({}), 'web')).toBe(true)
    expect(screensForInjection(documents({ 'web*': {} }), 'web_get')).toBe(true)
    expect(screensForInjection(documents({ 'web*': off }), 'web_get')).toBe(false)
    expect(screensForInjection(documents({ 'web*': off }), 'mail')).toBe(true)
    expect(screensForInjection(documents({ 'web*': off }, on), 'web_get')).toBe(true)
    expect(screensForInjection(documents({ 'web*': on }, off), 'web_get')).toBe(true)
    expect(screensForInjection(documents({}, off), 'web')).toBe(false)
    expect(screensForInjection(documents({ 'web*': { ...off, enabled: false } }), 'web_get')).toBe(true)
  })
})
