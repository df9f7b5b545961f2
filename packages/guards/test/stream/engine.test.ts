import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { Tier } from '@gatehouse/contracts/verdicts'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type AnyGuard, clear, defineGuard, flag, type Outcome, type StreamTraits } from '../../src/engine/guard.ts'
import { CONFIRM_ALWAYS_CHARS, OPEN_CHARS_MAX } from '../../src/stream/limits.ts'
import { screenStream } from '../../src/stream/screen-stream.ts'
import { policyOf as policyOfFakes } from '../engine/fake-guards.ts'
import { context, defaultPolicy, every, policyOf, prose, stream } from './harness.ts'

const PHRASE = 'do not say this'

interface Fake {
  readonly tier?: Tier
  readonly stream?: StreamTraits
  readonly check?: (text: string) => Outcome | Promise<Outcome>
}

/** Returns a guard for one phrase. */
function fake(name: string, { tier = 'fast', stream: traits, check = findPhrase }: Fake = {}): AnyGuard {
  return defineGuard({
    name,
    title: name,
    description: name,
    stages: ['input', 'output'],
    tier,
    backend: 'builtin',
    owasp: [],
    views: ['original'],
    settings: z.object({}),
    prepare: () => undefined,
    check: (text) => check(text.original),
    ...(traits === undefined ? {} : { stream: traits }),
    examples: [],
  })
}

function findPhrase(text: string): Outcome {
  const start = text.indexOf(PHRASE)
  return start < 0 ? clear : flag('found', { spans: [{ start, end: start + PHRASE.length, label: 'PHRASE' }] })
}

const policy = (guards: readonly AnyGuard[], block: GuardBlock) => policyOfFakes(guards, block)

describe('evaluation points', () => {
  proves(
    [
      'guard:rules.stream.fast-each-160',
      'guard:limits.stream-fast',
      'guard:rules.stream.slow-each-800',
      'guard:limits.stream-slow',
    ],
    'fast guards check at every 160 characters, medium and slow ones at every 800, in any pieces',
    async () => {
      const guards = [fake('f'), fake('m', { tier: 'medium' }), fake('s', { tier: 'slow' })]
      const mixed = policy(guards, { f: { action: 'warn' }, m: { action: 'block' }, s: { action: 'block' } })
      for (const chars of [1, 7, 160, 5_000]) {
        const { checks } = await stream(mixed, prose(1_700), every(chars, 1_700))
        const places = (step: number) => checks.filter(({ step_chars }) => step_chars === step).map(({ to }) => to)
        expect(places(160)).toEqual(every(160, 1_700))
        expect(places(800)).toEqual([800, 1_600])
      }
    },
  )

  test.each([
    [undefined, 80],
    [20, 20],
    [160, 160],
  ] as const)('fast guards that block check more often, in steps of at most %s', async (stepMax_chars, step) => {
    const blocking = policy([fake('f')], { f: { action: 'block' } })
    for (const chars of [1, 7, 5_000]) {
      const places: number[] = []
      const options = { stepMax_chars, onCheck: ({ to }: { to: number }) => places.push(to) }
      const screen = screenStream(blocking, context, options)
      for (const to of every(chars, 1_700 + chars)) await screen.push('c', prose(1_700).slice(to - chars, to))
      const fine = every(20, 160).concat(every(Math.min(40, step), 1_700).filter((to) => to > 160 && to <= 640))
      expect(places).toEqual(fine.concat(every(step, 1_700).filter((to) => to > 640)))
      expect(every(160, 1_700).every((to) => places.includes(to))).toBe(true)
    }
  })

  proves('guard:rules.stream.full-text', 'all guards read the full text when it is complete', async () => {
    const seen: Record<string, number[]> = { f: [], m: [], e: [] }
    const noting = (name: string) => (text: string) => {
      seen[name]!.push(text.length)
      return clear
    }
    const guards = [
      fake('f', { check: noting('f') }),
      fake('m', { tier: 'medium', check: noting('m') }),
      fake('e', { check: noting('e'), stream: { reads: 'end' } }),
    ]
    await stream(policy(guards, { f: {}, m: {}, e: {} }), prose(1_000), every(10, 1_000))
    expect(seen['f']!.at(-1)).toBe(1_000)
    expect(seen['m']).toEqual([800, 1_000])
    expect(seen['e']).toEqual([1_000])
  })

  test('text flagged only in its complete form is not flagged before', async () => {
    const limited = policyOf('input', { length_limit: { settings: { min_chars: 500 } } })
    expect((await stream(limited, prose(600), every(10, 600))).blocked).toBe(false)
    expect((await stream(limited, prose(400), every(10, 400))).verdict.results[0]).toMatchObject({
      category: 'too_short',
    })
  })

  test('a request is counted a single time', async () => {
    let hits = 0
    const windows = { hit: () => ({ allowed: true, used: ++hits, retryAfter_ms: 0 }) }
    await stream(policyOf('input', { rate_limiter: {} }, { windows }), prose(900), every(10, 900))
    expect(hits).toBe(1)
  })
})

describe('withheld text', () => {
  const firstAt = async (block: GuardBlock): Promise<number> => {
    const guards = [
      fake('f', { stream: { reads: 'window', reach: () => PHRASE.length } }),
      fake('m', { tier: 'medium' }),
    ]
    const screen = screenStream(policy(guards, block), context)
    for (let chars = 1; chars <= 2_000; chars += 1) {
      const { released } = await screen.push('c', prose(2_000).charAt(chars - 1))
      if (released.length > 0) return chars
    }
    return Infinity
  }

  test.each([
    ['nothing, if no guard blocks or redacts', { f: { action: 'warn' }, m: { action: 'detect' } }, 1],
    ['nothing, if those that do only watch', { f: { action: 'block', mode: 'monitor' } }, 1],
    ['20 characters for a fast guard', { f: { action: 'block' }, m: { action: 'warn' } }, 20],
    ['20 characters for one that fails closed', { f: { action: 'warn', on_error: 'closed' } }, 20],
    ['800 characters for a medium guard', { f: { action: 'block' }, m: { action: 'require_approval' } }, 800],
  ] as const)('is %s', async (_title, block, chars) => {
    expect(await firstAt(block)).toBe(chars)
  })

  test.each([
    [
      'an answer of 66 words',
      'Your parcel leaves our depot in Leipzig tomorrow morning and should reach you by Thursday at the latest. You will get a message with a link as soon as the driver is on the way. If nobody is at home, the driver leaves it with a neighbour or takes it to the nearest shop, where it stays for seven days before it goes back to us.',
      10,
    ],
    ['an answer of 8 words', 'Yes, we ship to Norway within five days.', 2],
  ])('with the default guards %s starts within 40 characters', async (_name, text, pieces) => {
    const first = await stream(defaultPolicy(), text.slice(0, 40))
    expect(first.checks.at(-1)?.decided).toBeGreaterThan(0)
    const streamed = await stream(defaultPolicy(), text, every(4, text.length))
    expect(streamed.text).toBe(text)
    expect(streamed.pieces.length).toBeGreaterThanOrEqual(pieces)
  })

  test('a guard that understates its reach would leak: its declaration withholds the text', async () => {
    const leaks = async (reach: number): Promise<number> => {
      const guards = [fake('f', { stream: { reads: 'window', reach: () => reach } })]
      let count = 0
      for (let offset = 130; offset < 170; offset += 1) {
        const text = `${prose(offset)}${PHRASE}${prose(400)}`
        const { text: left } = await stream(policy(guards, { f: { action: 'block' } }), text, every(5, text.length))
        if (left.length > offset) count += 1
      }
      return count
    }
    expect(await leaks(PHRASE.length)).toBe(0)
    expect(await leaks(PHRASE.length - 1)).toBe(0)
    expect(await leaks(PHRASE.length - 2)).toBeGreaterThan(0)
    expect(await leaks(1)).toBeGreaterThan(5)
  })

  test('an unbounded pattern withholds text up to the published bound only', async () => {
    const open = policyOf('input', {
      regex_pattern: { settings: { patterns: [{ name: 'x', pattern: 'begin .* end' }] } },
    })
    const short = `${prose(300)} begin ${prose(3_000)} end`
    expect((await stream(open, short, every(100, short.length))).text).toBe('')
    const long = prose(OPEN_CHARS_MAX + 8_000)
    const { text, pieces } = await stream(open, long, every(500, long.length))
    expect(text).toBe(long)
    expect(pieces.length).toBeGreaterThan(1)
  })
})

describe('the outcome', () => {
  test('a false positive in a cut window stops nothing', async () => {
    // Flags every text other than the beginning.
    const guards = [fake('f', { check: (text) => (text.startsWith('BEGIN') ? clear : flag('cut')) })]
    const text = `BEGIN ${prose(CONFIRM_ALWAYS_CHARS * 3)}`
    const { text: left, blocked } = await stream(
      policy(guards, { f: { action: 'block' } }),
      text,
      every(40, text.length),
    )
    expect({ blocked, left: left === text }).toEqual({ blocked: false, left: true })
  })

  test('a fail-closed guard that fails stops the stream, and no unseen text is sent', async () => {
    const guards = [
      fake('f', {
        check: (text) => {
          if (text.length > 500) throw new Error('broken')
          return clear
        },
      }),
    ]
    const { text, blocked, verdict } = await stream(
      policy(guards, { f: { action: 'warn', on_error: 'closed' } }),
      prose(2_000),
      every(40, 2_000),
    )
    expect(blocked).toBe(true)
    expect(text.length).toBeLessThan(500)
    expect(verdict.results[0]).toMatchObject({ details: { error: 'internal error' } })
  })

  test('asynchronous guards preserve the order, also without a waiting consumer', async () => {
    const later = async (text: string): Promise<Outcome> => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return findPhrase(text)
    }
    const guards = [fake('s', { tier: 'slow', check: later })]
    const screen = screenStream(policy(guards, { s: { action: 'block' } }), context)
    const text = prose(3_000)
    const steps = every(50, 3_000).map(async (to) => screen.push('c', text.slice(to - 50, to)))
    const end = screen.finish()
    const released = [...(await Promise.all(steps)), await end].flatMap((step) =>
      step.released.map((item) => item.text),
    )
    expect(released.join('')).toBe(text)
  })

  test('a slow guard in monitor mode causes no delay, and is included in the verdict', async () => {
    const later = async (text: string): Promise<Outcome> => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return text.length === 800 ? flag('early words') : clear
    }
    const screen = screenStream(policy([fake('s', { tier: 'slow', check: later })], { s: { action: 'warn' } }), context)
    expect(screen.push('c', prose(900))).toEqual({ released: [{ channel: 'c', text: prose(900) }] })
    const { verdict } = await screen.finish()
    expect(verdict.results).toHaveLength(1)
    expect(verdict).toMatchObject({ action: 'warn', results: [{ message: 'early words' }] })
  })

  test('channels are screened each by itself, and end each by itself', async () => {
    const screen = screenStream(policy([fake('f')], { f: { action: 'block' } }), context)
    await screen.push('thinking', 'first do not ')
    await screen.push('content', 'say this is fine')
    expect(await screen.close('thinking')).toEqual({ released: [{ channel: 'thinking', text: 'first do not ' }] })
    expect(await screen.finish()).toMatchObject({
      released: [{ channel: 'content', text: 'say this is fine' }],
      verdict: { safe: true },
    })
  })

  test('after a block no channel sends text', async () => {
    const screen = screenStream(policy([fake('f')], { f: { action: 'block' } }), context)
    await screen.push('a', 'fine so far ')
    const { released, blocked } = await screen.push('b', `${PHRASE} ${prose(300)}`)
    expect(released).toEqual([])
    expect(blocked?.results[0]).toMatchObject({ guardrail: 'f', action: 'block' })
    expect(await screen.push('a', prose(500))).toMatchObject({ released: [], blocked: { safe: false } })
    expect(await screen.finish()).toMatchObject({ released: [], blocked: { safe: false }, verdict: { safe: false } })
  })

  test('a stream without a text passes', async () => {
    expect(await screenStream(defaultPolicy(), context).finish()).toMatchObject({
      released: [],
      verdict: { safe: true, action: 'pass' },
    })
  })

  test('the work grows with the text, not with its square', async () => {
    const seen = async (chars: number): Promise<number> => {
      const { checks } = await stream(defaultPolicy(), prose(chars), every(400, chars))
      return checks.reduce((sum, { from, to }) => sum + to - from, 0)
    }
    const [short, long] = [await seen(10_000), await seen(100_000)]
    expect(long / short).toBeLessThan(11)
    // Each character is looked at a handful of times by the fast guards.
    expect(long / 100_000).toBeLessThan(11)
  })
})
