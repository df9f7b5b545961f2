import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesOf } from '../src/pages/guard/parts/changes-of.ts'
import { isCoveredByForm } from '../src/pages/guard/parts/form/fits.ts'
import {
  boundsByName,
  type Cells,
  listsByName,
  numbersByName,
  objects,
  pairs,
  type RowShape,
  textsByName,
  valuesByName,
} from '../src/pages/guard/parts/form/rows.ts'

const conditions = objects({ path: 'text', op: 'text', value: 'simple' }, 'path')
const roles = objects({ role: 'text', input_rules: 'list', limit: 'number' }, 'role')
const isWhole = (shape: RowShape, value: unknown): boolean => isCoveredByForm(shape.write(shape.read(value)), value)

/** User input: words, punctuation, numbers, quotes, spaces. */
const typed = fc
  .array(fc.constantFrom('a', '7', '1e3', '-', '.', ',', ';', '"', ' ', 'true', '0'), { maxLength: 8 })
  .map((parts) => parts.join(''))
const cells = fc.record({
  name: typed,
  value: typed,
  min: typed,
  max: typed,
  from: typed,
  to: typed,
  path: typed,
  op: typed,
  role: typed,
  input_rules: typed,
  limit: typed,
}) as fc.Arbitrary<Cells>

describe('rows', () => {
  test.each([
    ['texts', textsByName],
    ['numbers', numbersByName],
    ['lists', listsByName],
    ['values', valuesByName],
    ['bounds', boundsByName],
    ['pairs', pairs],
    ['conditions', conditions],
    ['Roles', roles],
  ])('any input for %s survives a round trip', (_, shape) => {
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 3 }), (rows) => {
        const value = shape.write(rows)
        expect(isWhole(shape, value)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['a value with a comma', valuesByName, { owner: ['Roe, Jane'] }],
    ['a bound that no column shows', boundsByName, { amount: { max: 5, exclusive: true } }],
    ['a sentence with the mark of lists', roles, [{ role: 'support', input_rules: ['dates; of birth'] }]],
    ['a list in the place of a map', textsByName, ['a']],
    ['a step too many', pairs, [['a', 'b', 'c']]],
  ])('%s cannot be edited as rows', (_, shape, value) => {
    expect(isWhole(shape, value)).toBe(false)
  })

  test.each([
    ['a list of one', conditions, [{ path: 'currency', op: 'in', value: ['EUR'] }]],
    ['members in another order, and beside the columns', roles, [{ note: 'n', limit: 5, role: 'a' }]],
    ['texts that look like numbers or truths', valuesByName, { a: ['7', 7, 'true', true, '', ' x '] }],
    ['what is empty', roles, []],
    ['what is not there', textsByName, undefined],
  ])('%s has', (_, shape, value) => {
    expect(isWhole(shape, value)).toBe(true)
  })
})

describe('changes', () => {
  const before = { name: 'a', tools: ['x'], roles: { manager: ['*'], guest: [] }, metadata: { team: 'red' } }

  test('omit unchanged members and set removed members to null', () => {
    expect(changesOf(before, before, true)).toEqual({})
    expect(changesOf(before, { ...before, roles: { manager: ['*'], agent: [] } }, true)).toEqual({
      roles: { agent: [], guest: null },
    })
    const { metadata: _, ...rest } = before
    expect(changesOf(before, rest, true)).toEqual({ metadata: null })
    expect(changesOf(before, rest, false)).toEqual({})
  })

  test('contain a new empty object and members named like built-in properties', () => {
    expect(changesOf({}, { limits: {} }, true)).toEqual({ limits: {} })
    expect(changesOf({}, { constructor: {}, toString: 'x' }, true)).toEqual({ constructor: {}, toString: 'x' })
  })
})
