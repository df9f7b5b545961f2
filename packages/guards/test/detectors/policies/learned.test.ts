import { describe, expect, test } from 'vitest'
import { compileLocalPolicy, learnPolicy, rememberPolicy } from '../../../src/detectors/policies/local-policy.ts'

const source = {
  prompt: 'Nobody may ask for the prices of other shops.',
  violating: ['what does the other shop charge', 'is it cheaper elsewhere', 'compare your price with theirs'],
  allowed: ['what does the blue one cost', 'do you deliver on sundays', 'can i pay by card'],
}

describe('the learned state of a policy', () => {
  test('gives identical scores after it is stored and loaded', () => {
    const texts = ['are others cheaper than you', 'please deliver on monday', ...source.violating]
    const before = texts.map((text) => compileLocalPolicy(source).score(text))
    const stored = learnPolicy(source)!
    expect(rememberPolicy(source, stored)).toBe(true)
    expect(texts.map((text) => compileLocalPolicy(source).score(text))).toEqual(before)
  })

  test('is loaded instead of relearned', () => {
    const stored = learnPolicy(source)!
    const turned = Uint8Array.from(stored)
    // The last bytes are weights: a difference in the stored ones shows that no weights were learned.
    for (let at = turned.length - 16_384; at < turned.length; at += 1) turned[at] = 127
    expect(rememberPolicy(source, turned)).toBe(true)
    expect(compileLocalPolicy(source).score('do you deliver on mondays')).toBeGreaterThan(0.95)
    rememberPolicy(source, stored)
  })

  test('belongs to its source alone', () => {
    const stored = learnPolicy(source)!
    expect(rememberPolicy({ ...source, prompt: `${source.prompt} Ever.` }, stored)).toBe(false)
    expect(rememberPolicy({ ...source, allowed: source.allowed.slice(1) }, stored)).toBe(false)
  })

  test('is relearned if the stored bytes are damaged', () => {
    const stored = learnPolicy(source)!
    for (const length of [0, 10, 35, 200, stored.length - 1]) {
      expect(rememberPolicy(source, stored.subarray(0, length))).toBe(false)
    }
  })

  test('is undefined with too few examples', () => {
    expect(learnPolicy({ ...source, violating: source.violating.slice(0, 2) })).toBeUndefined()
  })
})
