import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { runPolicy } from '../../src/engine/run.ts'
import { OPEN_CHARS_MAX } from '../../src/stream/limits.ts'
import { context, defaultPolicy, every, policyOf, prose, stream } from './harness.ts'

const RUNS = [300, 1_000, 5_000]

/** Invisible characters, alone and mixed, and marks that views strip. */
const UNSEEN: readonly [name: string, unit: string][] = [
  ['zero width spaces', '\u200b'],
  ['soft hyphens', '\u00ad'],
  ['word joiners', '\u2060'],
  ['accents', '\u0301'],
  ['strokes', '\u0336'],
  ['variation selectors', '\ufe0f'],
  ['control characters', '\u0001'],
  ['tags', '\u{e0001}'],
  ['Hangul fillers', '\u3164'],
  ['blanks', ' '],
  ['all kinds in turn', '\u200b \u00ad\u0301\u0301\u0301\u2060\ufe0f'],
]

const run = (unit: string, count: number) => unit.repeat(Math.ceil(count / unit.length)).slice(0, count)

const words = policyOf('output', { competitor_mention: { action: 'block', settings: { competitors: ['Acme Corp'] } } })
const canary = policyOf('output', {
  system_prompt_leak: { action: 'block', settings: { canaries: ['quartz-lagoon-7781-falcon'] } },
})
const pattern = policyOf('input', {
  regex_pattern: { action: 'block', settings: { patterns: [{ name: 'ticket', pattern: 'TCK-\\d{4} open' }] } },
})
const VIOLATING = [
  'You should buy Tesla now, it will double by summer.',
  'I recommend that you sell your shares before the report.',
  'Put half of your savings into this fund.',
  'My advice: invest ten thousand dollars in bonds.',
  'Hold the stock, it will go up.',
]
const ALLOWED = [
  'A share is a part of a company.',
  'Your transfer arrives tomorrow.',
  prose(200),
  prose(400),
  prose(900),
]
const advice = policyOf('output', {
  custom_policy_output: {
    settings: {
      policies: [
        {
          name: 'No investment advice',
          prompt: 'Flag responses that recommend to buy, sell or hold an investment.',
          confidence_threshold: 0.8,
          action: 'block',
          examples: {
            violating: [
              ...[300, 1_200].flatMap((before) => VIOLATING.map((item) => `${prose(before)} ${item}`)),
              ...VIOLATING,
            ],
            allowed: ALLOWED,
          },
        },
      ],
    },
  },
})

describe.each(UNSEEN)('%s inside a finding', (_name, unit) => {
  proves.each('guard:streaming.hold-back', [
    ['a listed name', words, ['We like Ac', 'me Corp a lot.']],
    ['a listed name, after its first word', words, ['We like Acme', ' Corp a lot.']],
    ['a canary', canary, ['The word is quartz-lagoon-7781-falco', 'n, ok?']],
  ])('%s does not leave', async (_what, policy, [head, tail]) => {
    for (const count of RUNS) {
      const text = `${head}${run(unit, count)}${tail} ${prose(500)}`
      const full = await runPolicy(policy, { text }, context)
      const { text: left, blocked } = await stream(policy, text, every(37, text.length))
      expect({ count, blocked }).toEqual({ count, blocked: !full.safe })
      if (blocked) expect(left.length).toBeLessThanOrEqual(head!.length - 2)
    }
  })

  test.each([
    ['a card number', 'The card is 4111 1111 1111 111', '1 ok.'],
    ['a card number, near its start', 'The card is 411', '1 1111 1111 1111 ok.'],
    ['a key', 'The key is AKIAQ4LZ7TWXNPR3VKH', 'J ok.'],
  ])('%s leaves as the whole text has it', async (_what, head, tail) => {
    const policy = defaultPolicy()
    for (const count of RUNS) {
      for (const before of [0, 700]) {
        const text = `${prose(before)} ${head}${run(unit, count)}${tail} ${prose(500)}`
        const full = await runPolicy(policy, { text }, context)
        const { text: left, blocked } = await stream(policy, text, every(61, text.length))
        expect({ count, blocked, same: left === (full.sanitized ?? text) }).toEqual({
          count,
          blocked: false,
          same: true,
        })
      }
    }
  })
})

test.each(UNSEEN)('a sentence with %s in it is judged before it leaves', async (_name, unit) => {
  for (const count of RUNS) {
    for (const before of [300, 1_200]) {
      const head = `${prose(before)}.`
      const text = `${head} I${run(unit, count)} recommend that you buy shares of this fund now, the stock will go up. ${prose(700)}`
      const { text: left, blocked } = await stream(advice, text, every(61, text.length))
      expect({ count, blocked, leaks: left.length > head.length + 1 }).toEqual({ count, blocked: true, leaks: false })
    }
  }
})

test('a pattern match or encoded content does not leave either', async () => {
  const encoded = Buffer.from('so we sell your Acme Corp shares to others now').toString('base64')
  for (const count of RUNS) {
    const zero = run('\u200b', count)
    const ticket = `It is TCK-12${zero}34 open. ${prose(500)}`
    expect((await stream(pattern, ticket, every(37, ticket.length))).text).not.toContain('TCK')
    const text = `${prose(100)} ${encoded.slice(0, 40)}${zero}${encoded.slice(40)} ${prose(500)}`
    const { text: left, blocked } = await stream(words, text, every(37, text.length))
    expect({ blocked: !blocked, left: left.slice(100) }).toEqual({
      blocked: (await runPolicy(words, { text }, context)).safe,
      left: '',
    })
  }
})

test('runs longer than the open-end window release nothing either', async () => {
  for (const unit of ['\u200b', '\u0301', ' ']) {
    const text = `We like Acme${unit === ' ' ? '' : ' Cor'}${unit.repeat(OPEN_CHARS_MAX + 9_000)}${unit === ' ' ? 'Cor' : ''}p a lot. ${prose(500)}`
    const { text: left, blocked } = await stream(words, text, every(701, text.length))
    expect({ blocked, leaks: left.includes('Ac') }).toEqual({ blocked: true, leaks: false })
  }
})

test('texts that are mostly invisible leave unchanged, for work that grows with the text', async () => {
  const seen = async (chars: number): Promise<number> => {
    const text = Array.from(prose(chars / 40)).join('\u200b'.repeat(39))
    const { checks, text: left } = await stream(words, text, every(400, text.length))
    expect(left).toBe(text)
    return checks.reduce((sum, { from, to }) => sum + to - from, 0)
  }
  const [short, long] = [await seen(40_000), await seen(400_000)]
  expect(long / short).toBeLessThan(12)
  expect(long / 400_000).toBeLessThan(25)
})

describe('content recognized after its release', () => {
  const redacting = { name: 'long', pattern: 'begin [a-z ]* finish' }
  const other = { keyword_blocklist: { action: 'redact', settings: { blocklist: ['zebra'] } } } as const
  const long = `${prose(200)} begin ${prose(OPEN_CHARS_MAX + 3_000)} finish ${prose(500)}`

  test('causes an explicit block, not a redaction', async () => {
    const policy = policyOf('input', { regex_pattern: { action: 'redact', settings: { patterns: [redacting] } } })
    const { text, blocked, verdict } = await stream(policy, long, every(500, long.length))
    expect({ blocked, left: long.startsWith(text), some: text.length > 200 }).toEqual({
      blocked: true,
      left: true,
      some: true,
    })
    expect(verdict).toMatchObject({
      safe: false,
      action: 'block',
      results: [
        {
          guardrail: 'regex_pattern',
          action: 'block',
          message: expect.stringContaining('after the text was sent'),
          details: { configured_action: 'redact', left_unreplaced: 1 },
        },
      ],
    })
  })

  test('is reported under its own guard, while others redacted in time', async () => {
    const policy = policyOf('input', {
      regex_pattern: { action: 'redact', settings: { patterns: [redacting] } },
      ...other,
    })
    const text = `A zebra. ${long} zebra`
    const { text: left, verdict } = await stream(policy, text, every(500, text.length))
    expect(left).toContain('A [BLOCKED_WORD]. the')
    const reported = Object.fromEntries(
      verdict.results.map(({ guardrail, action, details }) => [guardrail, [action, details['left_unreplaced']]]),
    )
    expect(reported).toEqual({ keyword_blocklist: ['redact', undefined], regex_pattern: ['block', 1] })
  })

  test('is not blocked by a policy in monitor mode', async () => {
    const policy = policyOf('input', {
      regex_pattern: { action: 'redact', mode: 'monitor', settings: { patterns: [redacting] } },
      ...other,
    })
    expect(await stream(policy, long, every(500, long.length))).toMatchObject({ blocked: false, text: long })
  })
})
