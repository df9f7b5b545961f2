import { describe, expect, test } from 'vitest'
import { SECRET_RULES } from '../src/rules/all.ts'
import { FAMILIES, measure } from './corpus/measure.ts'

describe('the corpus', () => {
  test('has at least 400 secrets and 600 look-alikes, and each family is in one half', () => {
    const halves = [measure('development'), measure('held out')]
    expect(halves.reduce((sum, { secrets }) => sum + secrets, 0)).toBeGreaterThanOrEqual(400)
    expect(halves.reduce((sum, { looks }) => sum + looks, 0)).toBeGreaterThanOrEqual(600)
    expect(new Set(FAMILIES.map(({ name }) => name)).size).toBe(FAMILIES.length)
  })

  // The minimum values are slightly below the actual results, which corpus/print.ts prints with their intervals.
  test.each([
    ['development', 0.97, 0.99, 0.01],
    ['held out', 0.92, 0.97, 0.015],
  ] as const)('of the %s half enough is found and little is flagged', (half, recall, precision, flaggedShare) => {
    const { found, secrets, reported, wrong, flagged, looks } = measure(half)
    expect(found / secrets).toBeGreaterThanOrEqual(recall)
    expect((reported - wrong) / reported).toBeGreaterThanOrEqual(precision)
    expect(flagged / looks).toBeLessThanOrEqual(flaggedShare)
  })
})

test('there are more than 220 kinds of secrets, each with its own id and all that a reader needs', () => {
  expect(SECRET_RULES.length).toBeGreaterThan(220)
  expect(new Set(SECRET_RULES.map(({ id }) => id)).size).toBe(SECRET_RULES.length)
  for (const { id, title, grants, revoke } of SECRET_RULES) {
    expect(id).toMatch(/^secrets\/[a-z0-9-]+$/)
    expect(title).toMatch(/^[^.].*[^.]$/)
    expect(grants).toMatch(/^[a-z].*[^.]$/)
    expect(revoke).toMatch(/^[A-Z].*\.$/)
  }
})
