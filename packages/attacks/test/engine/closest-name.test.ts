import { expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { closestName } from '../../src/engine/names.ts'
import { allStrategies } from '../../src/strategies.gen.ts'

test.each([
  ['prompt-injektion', 'prompt_injection'],
  ['sql-injections', 'sql_injection'],
  ['harmful:illegal-activities', 'drugs'],
  ['rag-documents-exfiltration', 'rag_exfiltration'],
  ['zzz', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('the category most similar to %.40s is %s', (said, name) => {
  expect(closestName(said, allCategories)).toBe(name)
})

test('finds strategies by their aliases', () => {
  expect(closestName('base-64', allStrategies)).toBe('base64')
  expect(closestName('leet', allStrategies)).toBe('leetspeak')
})
