import { expect, test } from 'vitest'
import { titleOf } from '../src/report/observe.ts'
import { loadRules } from '../src/rules/load.ts'
import { OWN_RULES } from '../src/rules/own.ts'
import { readRuleFiles } from '../src/rules/read-files.ts'

const TITLE_CHARS_MAX = 70
const { rules, taint } = loadRules(readRuleFiles(OWN_RULES))
const all = [...rules, ...taint]
const titled = all.filter(({ title }) => title !== undefined)

/** Words of clauses: a title is a noun phrase, or a subject with a short verb. */
const RIDDLES =
  /\b(?:who|whoever|whose|whom|nobody|somebody|anybody|everybody|what|of which|such|stands? in|says?|told)\b/i

test('every rule has a title', () => {
  expect(all.length).toBeGreaterThan(1_000)
  expect(all.filter(({ title }) => title === undefined).map(({ id }) => id)).toEqual([])
})

test('titles are short, in sentence case and without a full stop', () => {
  const wrong = titled.filter(
    ({ title = '' }) => title.length > TITLE_CHARS_MAX || !/^["`'A-Z0-9.@<]/.test(title) || /[.!?]$/.test(title),
  )
  expect(wrong.map(({ id, title }) => `${id}: ${title}`)).toEqual([])
})

test('titles name the weakness', () => {
  expect(titled.filter(({ title = '' }) => RIDDLES.test(title)).map(({ id, title }) => `${id}: ${title}`)).toEqual([])
})

test('a finding has the title of its rule, or the first sentence of its message', () => {
  const message = 'The query contains request data. Use parameters.'
  expect(titleOf({ title: 'SQL injection from request data' }, message)).toBe('SQL injection from request data')
  expect(titleOf({}, message)).toBe('The query contains request data.')
})
