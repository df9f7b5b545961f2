import { describe, expect, test } from 'vitest'
import { entryPath, shownName } from '../../src/archive/entry-path.ts'

describe('the name of an entry', () => {
  test('keeps its extension when shortened for display', () => {
    const shown = shownName(`${'d/'.repeat(120)}a.js`)
    expect(shown.length).toBeLessThanOrEqual(201)
    expect(shown).toMatch(/….*\/a\.js$/)
    expect(shownName('short/a.js')).toBe('short/a.js')
  })

  test.each([
    ['src/__tests__/../c.js', ['src', 'c.js']],
    ['x/y/../../d.js', ['d.js']],
    ['./e//./f.js', ['e', 'f.js']],
    ['a/..', []],
  ])('is resolved inside the folder: %s', (name, names) => {
    expect(entryPath(name)).toEqual(names)
  })

  test.each(['..', 'a/../..', 'a/../../a/b', 'a\\..\\..\\b', 'a/..\\..\\b'])('may not leave the folder: %s', (name) => {
    expect(entryPath(name)).toMatchObject({ kind: 'escape' })
  })

  test('may contain a colon and is absolute only with a drive and a slash', () => {
    expect(entryPath('a:b.js')).toEqual(['a:b.js'])
    for (const name of ['C:/a.js', 'C:\\a.js', '/a.js']) expect(entryPath(name)).toMatchObject({ kind: 'escape' })
  })
})
