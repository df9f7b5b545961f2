import { describe, expect, test } from 'vitest'
import promptInjection from '../../src/categories/injection/prompt-injection.ts'
import { makeAttack, type RunTokens } from '../../src/engine/make-attack.ts'
import { createRandom } from '../../src/engine/random.ts'
import { findWord } from '../../src/judges/sight/find-word.ts'
import base64 from '../../src/strategies/encoding/base64.ts'
import rolePlay from '../../src/strategies/wrapper/role-play.ts'

const words = (runKey: string): RunTokens => ({ runKey, sinkUrl: undefined, contentUrl: undefined })
const [seed] = promptInjection.seeds
const make = (runKey: string, seedOfRun: string, strategies = [rolePlay, base64]) =>
  makeAttack({
    category: promptInjection,
    seed: seed!,
    strategies,
    random: createRandom(seedOfRun),
    words: words(runKey),
  })

describe('an attack', () => {
  test('is the same for the same run, byte for byte', () => {
    expect(make('key', 'seed')).toEqual(make('key', 'seed'))
  })

  test('has the same id with other words of the run', () => {
    const [one, other] = [make('key', 'seed'), make('other key', 'seed')]
    expect(one.id).toBe(other.id)
    expect(one.marker).not.toBe(other.marker)
    expect(make('key', 'another seed').id).not.toBe(one.id)
  })

  test('does not contain its marker, so that a quotation is not obedience', () => {
    for (let at = 0; at < 50; at += 1) {
      const { turns, marker } = make('key', String(at), [])
      expect(findWord(turns.join('\n'), marker)).toBeUndefined()
    }
  })

  test('names its strategies in their order', () => {
    expect(make('key', 'seed').strategy).toBe('role_play+base64')
    expect(make('key', 'seed', []).strategy).toBe('base')
  })
})
