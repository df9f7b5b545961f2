import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { proves } from '../../../../spec/proves.ts'
import { runPolicy } from '../../src/engine/run.ts'
import { codedEnd } from '../../src/stream/coded-end.ts'
import { context, defaultPolicy, every, policyOf, prose, stream } from './harness.ts'

/** Encodings that decode to nothing, or to invisible text. */
const NOTHING: readonly [name: string, code: string][] = [
  ['entities by number', '&#8203;'],
  ['entities in hexadecimal', '&#x200B;'],
  ['entities by name', '&shy;'],
  ['percent escapes', '%E2%80%8B'],
  ['backslash escapes', '\\u200b'],
  ['soft line breaks of mail', '=\n'],
]
const COUNTS = [20, 300, 3_000]

const words = policyOf('output', {
  competitor_mention: { action: 'block', settings: { competitors: ['Acme Corporation Holdings'] } },
})

describe.each(NOTHING)('%s', (_name, code) => {
  proves('guard:streaming.hold-back', 'push no part of a phrase out of a stream', async () => {
    const head = `${prose(300)} We like `
    for (const count of COUNTS) {
      const text = `${head}Acme Corporation Hold${code.repeat(count)}ings a lot. ${prose(500)}`
      const { blocked, text: left } = await stream(words, text, every(97, text.length))
      const { safe } = await runPolicy(words, { text }, context)
      expect({ count, blocked, leaks: left.length > head.length }).toEqual({ count, blocked: !safe, leaks: safe })
      expect(safe).toBe(false)
    }
  })

  test('releases a number the same as in the whole text', async () => {
    const policy = defaultPolicy()
    for (const count of COUNTS) {
      const text = `${prose(200)} It is 123-45-6${code.repeat(count)}789 now. ${prose(500)}`
      const { sanitized = text } = await runPolicy(policy, { text }, context)
      const { text: left } = await stream(policy, text, every(97, text.length))
      expect({ count, left }).toEqual({ count, left: sanitized })
    }
  })
})

test('nor does a letter with thousands of zeros in front of its number', async () => {
  const head = `${prose(300)} We like `
  const text = `${head}Acme Corporation Holdin&#${'0'.repeat(5_000)}103;s a lot. ${prose(500)}`
  expect((await runPolicy(words, { text }, context)).safe).toBe(false)
  const { blocked, text: left } = await stream(words, text, every(97, text.length))
  expect({ blocked, leaks: left.length > head.length }).toEqual({ blocked: true, leaks: false })
})

test('text of codes leaves unchanged, for work that grows with the text', async () => {
  for (const code of ['&#110;', '%6e', '\\u006e', '=\n']) {
    const seen = async (count: number): Promise<number> => {
      const text = `${prose(200)} ${code.repeat(count)} ${prose(200)}`
      const { checks, text: left } = await stream(words, text, every(400, text.length))
      expect(left).toBe(text)
      return checks.reduce((sum, { from, to }) => sum + to - from, 0)
    }
    expect((await seen(20_000)) / (await seen(2_000))).toBeLessThan(14)
  }
})

describe('the codes that a text ends in', () => {
  test.each([
    ['Hold&#8203;&shy;%E2%80%8B\\u200b\\x41\\n=\n', 4],
    ['Hold&#8203;&#82', 4],
    ['Hold&#8203;%E2%8', 4],
    ['Hold\\u20', 4],
    ['Hold=', 4],
    ['Hold&#8203; ', 12],
    ['Hold&#8203;ings', 15],
    ['a&b&c', 3],
    ['nothing', 7],
    ['', 0],
    ['&#8203;', 0],
  ])('of %j start at %i', (text, place) => {
    expect(codedEnd(text)).toBe(place)
  })

  test('are found in linear time', () => {
    for (const unit of ['&', '&#', '&#0', '&a', '%', '%u', '\\', '\\u{', '=', '=\r', 'a&amp', '&#x0%', '\n']) {
      const text = unit.repeat(Math.ceil(400_000 / unit.length))
      const effort_ms = startEffort()
      codedEnd(`${text}!`)
      codedEnd(text)
      expect({ unit, isFast: effort_ms() < 3_000 }).toEqual({ unit, isFast: true })
    }
  })
})
