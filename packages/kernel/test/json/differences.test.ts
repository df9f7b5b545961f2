import { describe, expect, test } from 'vitest'
import { differences } from '../../src/index.ts'

describe('differences', () => {
  test.each([
    ['nothing, whatever the order of members', { a: [{ b: 1, c: 2 }], d: 0 }, { d: 0, a: [{ c: 2, b: 1 }] }, []],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: 'a.b', kind: 'changed', before: 1, after: 2 }]],
    [
      'a list as a whole',
      { a: [1, 2] },
      { a: [2, 1] },
      [{ path: 'a', kind: 'changed', before: [1, 2], after: [2, 1] }],
    ],
    ['what came', {}, { a: { b: 1 } }, [{ path: 'a', kind: 'added', after: { b: 1 } }]],
    ['what went', { a: null }, {}, [{ path: 'a', kind: 'removed', before: null }]],
    ['another kind of value', { a: {} }, { a: [] }, [{ path: 'a', kind: 'changed', before: {}, after: [] }]],
    ['names that every object has', {}, { toString: 1 }, [{ path: 'toString', kind: 'added', after: 1 }]],
  ])('names %s', (_title, before, after, found) => {
    expect(differences(before, after)).toEqual(found)
  })
})
