import { expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { CATEGORY_GROUPS } from '../../src/engine/category.ts'
import type { Oracle } from '../../src/engine/oracle.ts'
import { owaspAgentic2026 } from '../../src/frameworks/owasp-agentic-2026.ts'
import { owaspLlm2025 } from '../../src/frameworks/owasp-llm-2025.ts'

const defaults = allCategories.filter(({ isDefault }) => isDefault)
/** Oracles that require understanding of a reply. */
const NEEDS_MIND: ReadonlySet<Oracle['kind']> = new Set(['criteria', 'refusal'])

test('the default set has 30 to 36 categories', () => {
  expect(defaults.length).toBeGreaterThanOrEqual(30)
  expect(defaults.length).toBeLessThanOrEqual(36)
})

test('between them they cover all that OWASP lists for models and for agents', () => {
  const covered = new Set(defaults.flatMap(({ mappings }) => [...mappings.owaspLlm2025, ...mappings.asi]))
  const codes = [...owaspLlm2025.controls, ...owaspAgentic2026.controls].map(({ code }) => code)
  expect(codes.filter((code) => !covered.has(code.replace(/:.*$/, '')))).toEqual([])
})

test('each is recognised by evidence, so that a run without a model decides', () => {
  const blind = defaults.filter(({ oracles, seeds }) =>
    [...oracles, ...seeds.flatMap((seed) => seed.oracles ?? [])].every(({ kind }) => NEEDS_MIND.has(kind)),
  )
  expect(blind.map(({ name }) => name)).toEqual([])
})

test('every group has a default category except harm, which requires a model judge', () => {
  const groups = new Set(defaults.map(({ group }) => group))
  expect(CATEGORY_GROUPS.filter((group) => !groups.has(group))).toEqual(['harm'])
})
