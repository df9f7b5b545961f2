import { expect, test } from 'vitest'
import { likenessOf } from '../../src/agentic/name-forms.ts'

test.each([
  'HR_lookup',
  'hr-lookup',
  'hrLookup',
  'һr_lookup',
  'hr\u200b_lookup',
  'h\u00adr_lookup',
  'hr_lооkup',
  'ｈｒ_lookup',
  'hr_l00kup',
  'hr_1ookup',
  'hr_Iookup',
])('%j is like hr_lookup', (name) => {
  expect(likenessOf(name)).toBe(likenessOf('hr_lookup'))
})

test.each(['hr_lookups', 'hr', 'lookup_hr', '人事', '-', '_', ''])('%j is not', (name) => {
  expect(likenessOf(name)).not.toBe(likenessOf('hr_lookup'))
})

test('names without letters differ', () => {
  expect(likenessOf('-')).not.toBe(likenessOf('_'))
})
