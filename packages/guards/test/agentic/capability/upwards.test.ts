import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { isWithin } from '../../../src/agentic/capability/narrow.ts'

/** Encodings of one character that some parser on the way to a tool may decode. */
const DOTS = ['.', '%2e', '%2E', '%252e', '%25252E', '%25%32%65', '%c0%ae', '%u002e', '．', '%ef%bc%8e']
const SLASHES = ['/', '\\', '%2f', '%5C', '%252f', '%255c', ';/', '%3b/', ';', '%c0%af', '／', '%u002f']

describe('a step upwards', () => {
  test.each([
    'docs/../s',
    'docs/..%2fs',
    'docs/%2e%2e%2fs',
    'docs/..%5cs',
    'docs/..;/s',
    'docs/%252e%252e/s',
    'docs/..;jsessionid=1/s',
    'docs/.. /s',
    'docs/..%00/s',
    'docs/‥/s',
    'docs/..',
    'docs/..?x',
    'docs/%c0%ae%c0%ae%c0%afs',
  ])('leads out of the prefix as %s', (name) => {
    expect(isWithin(name, 'docs/*')).toBe(false)
  })

  test.each([
    'docs/a..b',
    'docs/...',
    'docs/a.b/c',
    'docs/100%',
    'docs/%zz',
    'docs/a%20b',
    'docs/..a',
    'docs/é',
    'docs/*',
  ])('is absent from %s', (name) => {
    expect(isWithin(name, 'docs/*')).toBe(true)
  })

  test('is detected in every spelling and at every position', () => {
    const spelled = fc.tuple(
      fc.constantFrom(...SLASHES),
      fc.constantFrom(...DOTS),
      fc.constantFrom(...DOTS),
      fc.constantFrom(...SLASHES, ''),
    )
    const part = fc.stringMatching(/^[a-z0-9/._%-]{0,12}$/)
    const property = fc.property(part, spelled, part, (before, [open, one, two, close], after) => {
      const name = `docs/${before}${open}${one}${two}${close}${close === '' ? '' : after}`
      return !isWithin(name, 'docs/*')
    })
    expect(() => fc.assert(property, { numRuns: 500 })).not.toThrow()
  })

  test('is looked for in names of any length and of any number of encodings in bounded time', () => {
    const deep = `docs/%${'25'.repeat(250)}2e%2e/s`
    expect(isWithin(deep, 'docs/*')).toBe(false)
    const effort_ms = startEffort()
    isWithin(`docs/${'%25'.repeat(100_000)}`, 'docs/*')
    expect(effort_ms()).toBeLessThan(6_000)
  })
})
