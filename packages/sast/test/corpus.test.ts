import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languageOf } from '../src/languages/all.ts'
import { readTruth } from '../src/scoring/truth.ts'
import { parseFile } from '../src/search/search-file.ts'

const CORPUS = resolve(import.meta.dirname, '../../../bench/sast/corpus')
const CASES_MIN = 400
const LANGUAGES = (
  'bash c cpp csharp dockerfile github-actions go java javascript kotlin kubernetes php python ruby rust terraform ' +
  'typescript'
).split(' ')
const HALVES = ['development', 'held-back'].map((half) => {
  const folder = join(CORPUS, half)
  return { half, folder, cases: readTruth(readFileSync(join(folder, 'truth.csv'), 'utf8')) }
})

/** Returns the files of a case, which is a file or a folder. */
function filesOf(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

const byUnits = (a: string, b: string): number => (a < b ? -1 : 1)

const textOf = (path: string): string =>
  filesOf(path)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

test('there are as many cases as the measure is worth something with', () => {
  expect(HALVES.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(CASES_MIN)
})

describe.each(HALVES)('$half', ({ folder, cases }) => {
  test('has every language', () => {
    expect([...new Set(cases.map(({ name }) => name.split('/')[0]!))].toSorted(byUnits)).toEqual(LANGUAGES)
  })

  test('consists of the cases that are listed', () => {
    const there = LANGUAGES.flatMap((one) => readdirSync(join(folder, one)).map((name) => `${one}/${name}`))
    expect(cases.map(({ name }) => name).toSorted(byUnits)).toEqual(there.toSorted(byUnits))
  })

  test('is made of pairs of which one is weak', () => {
    const odd: string[] = []
    for (let at = 0; at < cases.length; at += 2) {
      const [one, twin] = [cases[at]!, cases[at + 1]!]
      const isPair =
        twin.category === one.category &&
        twin.cwe === one.cwe &&
        twin.isWeak === !one.isWeak &&
        twin.name.split('/')[0] === one.name.split('/')[0] &&
        textOf(join(folder, twin.name)) !== textOf(join(folder, one.name))
      if (!isPair) odd.push(one.name)
    }
    expect(odd).toEqual([])
  })

  test('says nowhere in its code what is weak', () => {
    const telling = cases.filter(({ name }) =>
      /(?:#|\/\/|\*|--).*(?:vulnerab|insecure|CWE-|nosem)/i.test(textOf(join(folder, name))),
    )
    expect(telling.map(({ name }) => name)).toEqual([])
  })

  test('is read without gaps', async () => {
    const unread: string[] = []
    for (const path of cases.flatMap(({ name }) => filesOf(join(folder, name)))) {
      const language = languageOf(path)
      const parsed = language && (await parseFile(readFileSync(path, 'utf8'), language))
      if (parsed === undefined || parsed.unread.length > 0)
        unread.push(`${path} ${(parsed?.unread ?? []).map(({ fromLine }) => fromLine).join(' ')}`)
    }
    expect(unread).toEqual([])
  })
})
