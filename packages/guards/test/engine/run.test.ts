import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { clear, flag } from '../../src/engine/guard.ts'
import { runPolicy } from '../../src/engine/run.ts'
import { context, fakeGuard, policyOf } from './fake-guards.ts'

const found = () => flag('found')

describe('the verdict', () => {
  test.each([
    ['pass', 'pass', true],
    ['detect', 'detect', true],
    ['warn', 'warn', true],
    ['require_approval', 'require_approval', false],
    ['block', 'block', false],
    ['log', 'detect', true],
    ['monitor', 'detect', true],
  ] as const)('a guard set to %s returns %s and safe=%s', async (configured, action, safe) => {
    // The aliases reach the engine as their canonical word; the schema of the entry turns them.
    const { GuardEntry } = await import('@gatehouse/contracts/policies')
    const policy = policyOf([fakeGuard('one', found)], { one: GuardEntry.parse({ action: configured }) })
    const verdict = await runPolicy(policy, { text: 'x' }, context)
    expect(verdict).toMatchObject({ action, safe })
    expect(verdict.results[0]).toMatchObject({ guardrail: 'one', passed: false, action, message: 'found' })
  })

  test('is the highest action of all guards', async () => {
    const guards = [fakeGuard('a', found), fakeGuard('b', found), fakeGuard('c', () => clear)]
    const policy = policyOf(guards, { a: { action: 'warn' }, b: { action: 'detect' }, c: { action: 'block' } })
    const verdict = await runPolicy(policy, { text: 'x' }, context)
    expect(verdict.action).toBe('warn')
    expect(verdict.results.find(({ guardrail }) => guardrail === 'c')).toMatchObject({ passed: true, message: '' })
  })

  test('reports the location of the finding, unless the guard reports its own', async () => {
    const spans = [{ start: 0, end: 3, label: 'WORD' }]
    const guards = [
      fakeGuard('plain', () => flag('found', { spans })),
      fakeGuard('own', () => flag('found', { spans, details: { entities: [{ type: 'WORD', start: 0, end: 3 }] } })),
      fakeGuard('nowhere', found),
    ]
    const { results } = await runPolicy(policyOf(guards, { plain: {}, own: {}, nowhere: {} }), { text: 'abc' }, context)
    const places = Object.fromEntries(results.map(({ guardrail, details }) => [guardrail, details['spans']]))
    expect(places).toEqual({ plain: spans, own: undefined, nowhere: undefined })
  })

  test('measures each guard and the whole', async () => {
    const verdict = await runPolicy(policyOf([fakeGuard('a', () => clear)], { a: {} }), { text: 'x' }, context)
    expect(verdict.results[0]?.latency_ms).toBeGreaterThanOrEqual(0)
    expect(verdict.latency_ms).toBeGreaterThan(0)
  })
})

proves.group(
  ['guard:rules.tiers.parallel', 'guard:rules.tiers.block-skips-later', 'guard:rules.tiers.three'],
  'tiers',
  () => {
    test('guards of one tier run in parallel', async () => {
      let running = 0
      let most = 0
      const slow = async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 10))
        running -= 1
        return clear
      }
      const guards = ['a', 'b', 'c'].map((name) => fakeGuard(name, slow, { tier: 'medium' }))
      await runPolicy(policyOf(guards, { a: {}, b: {}, c: {} }), { text: 'x' }, context)
      expect(most).toBe(3)
    })

    test('a block ends the run after its tier and lists the skipped guards', async () => {
      let called = false
      const guards = [
        fakeGuard('fast', found),
        fakeGuard('same_tier', () => clear),
        fakeGuard('later', () => ((called = true), clear), { tier: 'slow' }),
      ]
      const policy = policyOf(guards, { fast: { action: 'block' }, same_tier: {}, later: {} })
      const verdict = await runPolicy(policy, { text: 'x' }, context)
      expect(called).toBe(false)
      expect(verdict.skipped).toEqual(['later'])
      expect(verdict.results.map(({ guardrail }) => guardrail)).toEqual(['fast', 'same_tier'])
    })

    test.each(['warn', 'redact', 'require_approval'] as const)('%s does not end the run', async (action) => {
      const guards = [fakeGuard('fast', () => clear), fakeGuard('later', () => clear, { tier: 'slow' })]
      const policy = policyOf(guards, { fast: { action, settings: { word: 'x' } }, later: {} })
      const verdict = await runPolicy(policy, { text: 'x' }, context)
      expect(verdict.results).toHaveLength(2)
    })

    test('a block in monitor mode does not end the run', async () => {
      const guards = [fakeGuard('fast', found), fakeGuard('later', () => clear, { tier: 'slow' })]
      const policy = policyOf(guards, { fast: { action: 'block', mode: 'monitor' }, later: {} })
      expect((await runPolicy(policy, { text: 'x' }, context)).results).toHaveLength(2)
    })
  },
)

proves.group(
  ['guard:on-error.values', 'guard:on-error.default-closed', 'guard:on-error.details', 'guard:on-error.never-silent'],
  'a guard that fails',
  () => {
    const broken = () => {
      throw new Failure('model_unavailable', 'the model did not answer')
    }

    test.each([
      ['closed by default where its action is block', { action: 'block' }, 'block', false],
      ['open by default elsewhere', { action: 'warn' }, 'warn', true],
      ['closed on request', { action: 'detect', on_error: 'closed' }, 'block', false],
      ['open on request', { action: 'block', on_error: 'open' }, 'warn', true],
    ] as const)('is %s', async (_title, entry, action, safe) => {
      const verdict = await runPolicy(policyOf([fakeGuard('a', broken)], { a: entry }), { text: 'x' }, context)
      expect(verdict).toMatchObject({ action, safe })
      expect(verdict.results[0]).toMatchObject({ passed: false, details: { error: 'the model did not answer' } })
    })

    test('leaks no details of an unexpected error', async () => {
      const leak = () => Promise.reject(new Error('connect to postgres://user:hunter2@db failed'))
      const seen: unknown[] = []
      const verdict = await runPolicy(
        policyOf([fakeGuard('a', leak)], { a: {} }),
        { text: 'x' },
        { ...context, onGuardError: (_guard, thrown) => seen.push(thrown) },
      )
      expect(JSON.stringify(verdict)).not.toContain('hunter2')
      expect(verdict.results[0]?.details).toMatchObject({ error: 'internal error' })
      expect(seen).toHaveLength(1)
    })

    test('misses its deadline: the answer is sent, and the guard is aborted', async () => {
      let signal: AbortSignal | undefined
      const guard = fakeGuard('a', () => clear, { tier: 'slow' })
      const stuck = {
        ...guard,
        check: (_t: unknown, _p: unknown, c: { signal?: AbortSignal | undefined }) => {
          signal = c.signal
          return new Promise<never>(() => undefined)
        },
      }
      const policy = policyOf([stuck], { a: { deadline_ms: 20 } })
      const verdict = await runPolicy(policy, { text: 'x' }, context)
      expect(verdict).toMatchObject({ action: 'block', safe: false })
      expect(verdict.results[0]?.details).toMatchObject({ error: 'no response within 20 ms' })
      expect(signal?.aborted).toBe(true)
    })
  },
)

proves.group(['guard:mode.monitor-blocks-nothing', 'guard:mode.would-fields'], 'monitor mode', () => {
  test.each([
    ['of the tenant', { mode: 'monitor' as const }, { action: 'block' as const }],
    ['of one guard', {}, { action: 'block' as const, mode: 'monitor' as const }],
  ])('%s blocks nothing and reports the would-be action', async (_title, options, entry) => {
    const verdict = await runPolicy(policyOf([fakeGuard('a', found)], { a: entry }, options), { text: 'x' }, context)
    expect(verdict).toMatchObject({ safe: true, action: 'pass', would: { action: 'block', block: true } })
    expect(verdict.results[0]).toMatchObject({
      passed: false,
      action: 'pass',
      would_action: 'block',
      would_block: true,
    })
  })

  test('redacts nothing', async () => {
    const policy = policyOf(
      [fakeGuard('a', found)],
      { a: { action: 'redact', settings: { word: 'x' } } },
      { mode: 'monitor' },
    )
    const verdict = await runPolicy(policy, { text: 'a x b' }, context)
    expect(verdict.sanitized).toBeUndefined()
    expect(verdict.would).toEqual({ action: 'redact', block: false })
  })

  test('reports the would-be action without findings as well', async () => {
    const policy = policyOf([fakeGuard('a', () => clear)], { a: {} }, { mode: 'monitor' })
    expect((await runPolicy(policy, { text: 'x' }, context)).would).toEqual({ action: 'pass', block: false })
  })
})

describe('redaction', () => {
  test('replaces findings of redacting guards, and no other findings', async () => {
    const guards = [fakeGuard('a', found), fakeGuard('b', found)]
    const policy = policyOf(guards, {
      a: { action: 'redact', settings: { word: 'secret' } },
      b: { action: 'warn', settings: { word: 'fine' } },
    })
    const verdict = await runPolicy(policy, { text: 'a secret is fine' }, context)
    expect(verdict).toMatchObject({ action: 'redact', safe: true, sanitized: 'a [WORD] is fine' })
  })

  test('without a location becomes a block', async () => {
    const verdict = await runPolicy(
      policyOf([fakeGuard('a', found)], { a: { action: 'redact' } }),
      { text: 'x' },
      context,
    )
    expect(verdict).toMatchObject({ action: 'block', safe: false })
    expect(verdict.results[0]?.details).toMatchObject({ configured_action: 'redact' })
  })

  test('follows the sanitize flag of the guard: always if set, never if cleared', async () => {
    const spans = [{ start: 0, end: 1, label: 'X' }]
    const report = (sanitize: boolean) => fakeGuard('a', () => flag('found', { spans, sanitize }))
    const always = await runPolicy(policyOf([report(true)], { a: { action: 'detect' } }), { text: 'x' }, context)
    expect(always).toMatchObject({ action: 'detect', sanitized: '[X]' })
    const never = await runPolicy(policyOf([report(false)], { a: { action: 'redact' } }), { text: 'x' }, context)
    expect(never.action).toBe('detect')
    expect(never.sanitized).toBeUndefined()
  })
})

test('guards for user attacks do not read the text after the untrusted part', async () => {
  const guards = [fakeGuard('attacks', found, { ignoresSystemText: true }), fakeGuard('words', found)]
  const word = { settings: { word: 'rules' } }
  const policy = policyOf(guards, { attacks: word, words: word })
  const verdict = await runPolicy(policy, { text: 'hello\n\nrules', untrustedLength: 5 }, context)
  expect(verdict.results.map(({ guardrail, passed }) => [guardrail, passed])).toEqual([
    ['attacks', true],
    ['words', false],
  ])
})
