import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { citationProblems, citedIn, findCitations, readUncited } from './citations.ts'
import { statements } from './index.ts'

const root = join(import.meta.dirname, '..')
const ids = statements.map(({ id }) => id)

describe('the statements', () => {
  test('have unique ids in the required form', () => {
    expect(ids.filter((id) => !/^(?:all|guard|appsec|redteam):[a-z0-9]+(?:[.-][a-z0-9]+)*$/.test(id))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('name their source and consist of a single sentence', () => {
    expect(statements.filter(({ source }) => !/^[0-3] §\d/.test(source))).toEqual([])
    expect(statements.filter(({ text }) => !/^\S.*\.$/.test(text)).map(({ id }) => id)).toEqual([])
  })
})

describe('the citations', () => {
  test('of the tests match the statements and the list of uncited statements', () => {
    expect(citationProblems(new Set<string>(ids), findCitations(root), readUncited(root))).toEqual([])
  })

  const known = new Set(['guard:a', 'guard:b'])
  test.each([
    ['nothing when each is cited or listed', [['guard:a', ['x.test.ts']]], ['guard:b'], []],
    [
      'an unknown id',
      [
        ['guard:a', ['x']],
        ['guard:b', ['x']],
        ['guard:c', ['y']],
      ],
      [],
      [/y: there is no/],
    ],
    ['one that is neither cited nor listed', [['guard:a', ['x']]], [], [/no test cites "guard:b"/]],
    ['one that is both', [['guard:a', ['x']]], ['guard:a', 'guard:b'], [/"guard:a" is cited now: remove it/]],
    ['a listed one that does not exist', [['guard:a', ['x']]], ['guard:b', 'guard:c'], [/no statement "guard:c"/]],
    ['a list out of order', [], ['guard:b', 'guard:a'], [/sorted/]],
    ['a list with one twice', [['guard:a', ['x']]], ['guard:b', 'guard:b'], [/sorted/]],
  ] as const)('a check finds %s', (_title, citations, uncited, problems) => {
    const found = citationProblems(known, new Map<string, readonly string[]>(citations), uncited)
    expect(found).toEqual(problems.map((problem) => expect.stringMatching(problem)))
  })

  test('are read from files that import proves, with any quotation marks', () => {
    const body = 'proves(\'guard:a.b-c\', "x", f)\nproves(["all:x", `appsec:y`], "", f)\nconst key = "guard:not an id"'
    expect(citedIn(body)).toEqual(new Set())
    const importing = `import { proves } from '../../../spec/proves.ts'\n${body}`
    expect([...citedIn(importing)]).toEqual(['guard:a.b-c', 'all:x', 'appsec:y'])
  })
})
