import { describe, expect, test } from 'vitest'
import { ATTACKS } from './corpus/attacks.ts'
import { HELD_ATTACKS } from './corpus/held-attacks.ts'
import { HELD_LOOKALIKES } from './corpus/held-lookalikes.ts'
import { LOOKALIKES } from './corpus/lookalikes.ts'
import { measure, SOURCES_EACH } from './corpus/measure.ts'
import { SECOND_ATTACKS } from './corpus/second-attacks.ts'

describe('every family of attacks is told of', () => {
  test.each(measure([...ATTACKS, ...HELD_ATTACKS, ...SECOND_ATTACKS]).map((one) => [one.family.name, one] as const))(
    '%s',
    (_name, one) => {
      expect(one.told).toBe(SOURCES_EACH)
      expect(one.wrong).toEqual([])
    },
  )
})

describe('what only looks like an attack is none', () => {
  test.each(measure([...LOOKALIKES, ...HELD_LOOKALIKES]).map((one) => [one.family.name, one] as const))(
    '%s',
    (_name, one) => {
      expect(one.wrong).toEqual([])
    },
  )
})

test('most attacks are HIGH or CRITICAL, and look-alikes are hardly ever told of', () => {
  const attacks = measure([...ATTACKS, ...HELD_ATTACKS, ...SECOND_ATTACKS])
  const loud = attacks.reduce((sum, one) => sum + one.loud, 0)
  expect(loud / (attacks.length * SOURCES_EACH)).toBeGreaterThan(0.9)
  const lookalikes = measure([...LOOKALIKES, ...HELD_LOOKALIKES])
  const told = lookalikes.reduce((sum, one) => sum + one.told, 0)
  expect(told / (lookalikes.length * SOURCES_EACH)).toBeLessThan(0.05)
})
