import { describe, expect, test } from 'vitest'
import { systemClock } from '@gatehouse/kernel'
import { redact, type Span } from '@gatehouse/guards'
import { spansByText } from '../../src/chat/text-groups.ts'
import type { JsonObject } from '../../src/chat/dialect.ts'
import { withValues } from '../../src/chat/json.ts'
import { VerdictCache } from '../../src/chat/verdict-cache.ts'
import { completion, competitors, delta, harness, streamOf, words } from './harness.ts'

const ask = (content: string, rest: object = {}) => ({ model: 'm', messages: [{ role: 'user', content }], ...rest })

describe('verdicts', () => {
  const clockAt = (at: { ms: number }) => ({ now: () => at.ms })

  test('are cached without their texts', async () => {
    const verdicts = new VerdictCache(systemClock)
    const body = completion({ content: 'ok' })
    const { call } = harness(() => ({ body }), { input: words('redact', 'hush'), ports: { verdicts } })
    for (let at = 0; at < 3; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await call(ask(`hush ${at} ${'plain words of a user. '.repeat(2_000)}`))
    }
    expect(verdicts.size.verdicts).toBeGreaterThanOrEqual(3)
    expect(verdicts.size.bytes).toBeLessThan(verdicts.size.verdicts * 40_000)
  })

  test('are copies, bounded in bytes, and gone when their time is up', async () => {
    const at = { ms: 1_000_000 }
    const cache = new VerdictCache(clockAt(at))
    const policy = {}
    const put = (name: string, text: string) =>
      cache.get(
        policy,
        [name],
        () => ({ text }),
        (created) => created,
      )
    for (let index = 0; index < 3_000; index += 1) void put(`${index}`, 'x'.repeat(10_000))
    expect(cache.size.bytes).toBeLessThanOrEqual(32 * 1024 * 1024)
    expect(cache.size.verdicts).toBeGreaterThan(100)
    const before = cache.size.verdicts
    void put('large', 'x'.repeat(100_000))
    expect(cache.size.verdicts).toBe(before)
    at.ms += 300_001
    void put('late', 'x')
    expect(cache.size.verdicts).toBe(1)
  })
})

describe('many changes of one document', () => {
  test('share one copy, and change nothing else', () => {
    const document = JSON.parse('{"a":[{"b":"x","c":"y"},{"b":"z"}],"__proto__":{"d":"e"},"f":{}}') as JsonObject
    const changed = withValues(document, [
      { path: ['a', 0, 'b'], value: '1' },
      { path: ['a', 0, 'c'], value: '2' },
      { path: ['__proto__', 'd'], value: '3' },
      { path: ['g', 'h'], value: true },
    ])
    expect(JSON.stringify(changed)).toBe(
      '{"a":[{"b":"1","c":"2"},{"b":"z"}],"__proto__":{"d":"3"},"f":{},"g":{"h":true}}',
    )
    expect(JSON.stringify(document)).toContain('"b":"x"')
  })

  test('locate their fragments by traversal, despite overlaps', () => {
    const pieces = ['abcd', 'efgh', 'ijkl'].map((text, index) => ({ index, start: index * 6, text }))
    const spans: Span[] = [
      { start: 7, end: 9, label: 'Y', replacement: 'why' },
      { start: 2, end: 4, label: 'X' },
      { start: 9, end: 13, label: 'Z', replacement: 'zed' },
    ]
    const created = [...spansByText({ pieces }, spans)].map(([{ text }, own]) => redact(text, own))
    expect(created).toEqual(['ab[X]', 'ewhy[Z]', '[Z]jkl'])
  })
})

describe('tokens', () => {
  test('are never refunded based on the usage reported by an upstream', async () => {
    const { call, spent } = harness(() => ({
      body: completion({ content: 'ok' }, 'stop', { usage: { prompt_tokens: 0, completion_tokens: 0 } }),
    }))
    await call(ask('word '.repeat(500)))
    expect(spent).toEqual([0])
  })

  test('of withheld parts are counted when a client disconnects from a stream', async () => {
    const frames = streamOf([delta({ reasoning_details: [{ text: 'think '.repeat(2_000) }] }), delta({ content: 'a' })])
    const left = new AbortController()
    async function* slow() {
      yield* frames.slice(0, 2)
      left.abort()
      await Promise.resolve()
      throw new Error('gone')
    }
    const { open, spent } = harness(() => ({ body: slow() }))
    const { answer } = await open(ask('hello', { stream: true }), left.signal)
    for await (const _ of answer as AsyncIterable<string>);
    expect(spent[0]).toBeGreaterThan(2_500)
  })

  test.each([
    ['', { max_tokens: 4 }],
    [', by the highest limit', { max_tokens: 4, max_completion_tokens: 0, max_output_tokens: -1 }],
  ])('are counted when a client leaves before the answer%s', async (_, limits) => {
    const left = new AbortController()
    const { open, spent, audit, ports } = harness(() => ({ body: '' }))
    Object.assign(ports.upstreams, {
      send: async () => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        left.abort()
        throw left.signal.reason
      },
    })
    const { status } = await open(ask('hello', limits), left.signal)
    expect(status).toBe(499)
    expect(spent).toEqual([4])
    expect(audit.map(({ action, details }) => [action, details?.['cut']])).toEqual([
      ['guard.input', undefined],
      ['guard.output', 'client_left'],
    ])
  })
})

describe('an error of an upstream', () => {
  test('is judged by its text, and audited if withheld', async () => {
    const error = { error: { message: 'no\nAcme\\u0063orp "Acmecorp"' } }
    const { call, audit } = harness(
      () => ({ status: 400, body: JSON.stringify(error).replaceAll('Acmecorp', 'Acm\\u0065corp') }),
      {
        output: competitors('block', 'Acmecorp'),
      },
    )
    const answer = await call(ask('hello'))
    expect(answer.text).not.toContain('Acmecorp')
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['guard.input', 'guard.output'])
  })
})

describe('a result of a tool', () => {
  test('is judged separately for another query', async () => {
    const seen: string[] = []
    const verdicts = new VerdictCache(systemClock)
    const keyed: VerdictCache['get'] = (policy, about, make, toKeep) => {
      if (about[0] === 'tool') seen.push(about.join('|'))
      return verdicts.get(policy, about, make, toKeep)
    }
    const { call } = harness(() => ({ body: completion({ content: 'ok' }) }), {
      ports: { verdicts: Object.assign(Object.create(verdicts) as VerdictCache, { get: keyed }) },
    })
    for (const content of ['one', 'two', 'two']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await call({
        model: 'm',
        messages: [
          { role: 'tool', tool_call_id: 'a', content: 'x' },
          { role: 'user', content },
        ],
      })
    }
    expect(seen[1]).toBe(seen[2])
    expect(seen[0]).not.toBe(seen[1])
  })
})
