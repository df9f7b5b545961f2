import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { shownArguments } from '../../src/approvals/shown-arguments.ts'

describe('arguments as shown to approvers', () => {
  test.each([
    ['password', true],
    ['db_Password', true],
    ['apiKey', true],
    ['x-api-key', true],
    ['access_token', true],
    ['Authorization', true],
    ['card_pin', true],
    ['shopping', false],
    ['max_tokens', false],
    ['description', false],
    ['author', false],
  ])('a value named %s is hidden: %s', (name, hidden) => {
    const shown = shownArguments({ deep: [{ [name]: 'made-up value' }] })
    expect(shown.arguments).toEqual({ deep: [{ [name]: hidden ? '***' : 'made-up value' }] })
  })

  test('invisible characters are escaped', () => {
    expect(shownArguments({ to: 'a\u202eb\u200bc\n' }).arguments).toEqual({ to: 'a\\u{202e}b\\u{200b}c\n' })
  })

  test('omitted content is marked as omitted', () => {
    const long = shownArguments({ text: 'word '.repeat(10_000) })
    expect(long.truncated).toBe(true)
    expect(String(long.arguments['text'])).toMatch(/… \(50000 characters\)$/)
    expect(shownArguments({ list: Array.from({ length: 2_000 }, (_, at) => at) }).truncated).toBe(true)
    expect(shownArguments({ text: 'short' })).toEqual({ arguments: { text: 'short' }, truncated: false })
  })

  test('two names that are cut alike stay two', () => {
    const name = 'n'.repeat(300)
    const { arguments: args, truncated } = shownArguments({ [`${name}1`]: 1, [`${name}2`]: 2 })
    expect(Object.values(args)).toEqual([1, 2])
    expect(truncated).toBe(true)
  })

  test('output is bounded, and small arguments are shown unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 20 })), (args) => {
        const { arguments: shown } = shownArguments(args)
        expect(JSON.stringify(shown).length).toBeLessThan(300_000)
        expect(() => JSON.parse(JSON.stringify(shown)) as unknown).not.toThrow()
      }),
    )
  })

  test('large arguments take linear time', () => {
    const effort_ms = startEffort()
    shownArguments({ text: 'a@b.c '.repeat(300_000), deep: Array.from({ length: 50_000 }, () => ['x'.repeat(20)]) })
    expect(effort_ms()).toBeLessThan(1_500)
  })
})
