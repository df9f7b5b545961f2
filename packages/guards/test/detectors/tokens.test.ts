import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { countTokens, tokensAreSurelyWithin } from '../../src/detectors/tokens/count.ts'

describe('countTokens', () => {
  test.each([
    ['', 0],
    ['one two three', 3],
    ['<|endoftext|>', 7],
  ])('%j has %i tokens', async (text, tokens) => {
    expect(await countTokens(text)).toBe(tokens)
  })

  test('agrees with the vocabulary on prose that is cut into pieces', async () => {
    const { encode } = await import('gpt-tokenizer/encoding/o200k_base')
    const text = 'The quick brown fox jumps over the lazy dog.\nIt rests. '.repeat(400)
    expect(await countTokens(text)).toBe(encode(text).length)
  })

  test('stays linear on one run of a million letters', async () => {
    const effort_ms = startEffort()
    await countTokens('a'.repeat(100_000))
    const short_ms = effort_ms()
    await countTokens('a'.repeat(1_000_000))
    // Quadratic time would be a hundredfold; the margin allows for a noisy machine.
    expect(effort_ms() - short_ms).toBeLessThan(short_ms * 40 + 1_500)
  })

  test('stops soon after its limit', async () => {
    expect(await countTokens('word '.repeat(100_000), 10)).toBeLessThan(2_000)
  })

  test('a text of n code units has at most 3n tokens', () => {
    expect(tokensAreSurelyWithin('abc', 9)).toBe(true)
    expect(tokensAreSurelyWithin('abc', 8)).toBe(false)
  })
})
