import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { marksOf } from '../../../src/sast/testing/marks.ts'
import { Code } from './code.ts'
import type { Mutated } from './draft.ts'
import { type Finding, FOLDERS, type Group, groupOf, type Program, ruleFilesOf } from './group.ts'
import { KNOWN, type KnownDeviation } from './known.ts'
import { MUTATIONS } from './mutations.ts'
import { type Deviation, deviationsOf } from './verdict.ts'

/** Which of the pairs of a mutation and a rule file run: `SEED=all` for all of them, any other word for other ones. */
const SEED = process.env['SEED'] ?? ''
/** One in so many runs: all of them take some 50 seconds of a processor. */
const SHARE = 4

function isDrawn(mutation: string, group: string): boolean {
  const digest = createHash('sha256').update(`${SEED} ${mutation} ${group}`).digest()
  return SEED === 'all' || digest[0]! % SHARE === 0
}

/** (Rule, mutation) pairs that were judged, by language and mutation, for whoever wants to know. */
const counts: Record<string, number> = {}

interface Case {
  readonly program: Program
  readonly file: string
  readonly code: Code
  readonly before: readonly Finding[]
}

const cases = new WeakMap<Group, Promise<readonly Case[]>>()

async function casesOf(group: Group): Promise<readonly Case[]> {
  const made: Case[] = []
  for (const program of group.programs) {
    // oxlint-disable-next-line no-await-in-loop -- one parser
    const before = await group.find(program)
    for (const [file, text] of program) {
      // oxlint-disable-next-line no-await-in-loop -- one parser
      const code = await Code.parse(file, text)
      if (code !== undefined) made.push({ program, file, code, before })
    }
  }
  return made
}

async function judge(
  group: Group,
  { program, file, code, before }: Case,
  mutated: Mutated,
): Promise<readonly Deviation[]> {
  for (const [path, text] of mutated.program) {
    if (program.get(path) === text) continue
    // oxlint-disable-next-line no-await-in-loop -- one parser
    const parsed = await Code.parse(path, text)
    expect({ path, unread: parsed?.unread }).toEqual({ path, unread: path === file ? code.unread : 0 })
  }
  return deviationsOf(code, mutated, before, await group.find(mutated.program))
}

function count(mutation: string, { code }: Case, { siteRules }: Mutated): void {
  const marked = new Set(marksOf(code.text).map(({ rule }) => rule))
  const key = `${code.language.name}, ${mutation}`
  counts[key] = (counts[key] ?? 0) + [...marked].filter((rule) => siteRules?.has(rule) ?? true).length
}

const FILES = FOLDERS.flatMap(ruleFilesOf)
const NAMES = new Map(await Promise.all(FILES.map(async (path) => [path, (await groupOf(path)).name] as const)))

const drawn = Object.keys(MUTATIONS).flatMap((mutation) =>
  FILES.filter((path) => isDrawn(mutation, NAMES.get(path)!)).map(
    (path) => [mutation, NAMES.get(path)!, path] as const,
  ),
)

test.each(drawn)('%s keeps the verdicts of %s', async (mutation, name, path) => {
  const group = await groupOf(path)
  const all = cases.get(group) ?? casesOf(group)
  cases.set(group, all)
  const found: KnownDeviation[] = []
  for (const one of await all) {
    const mutated = MUTATIONS[mutation]!(one.code, one.program, group, one.before)
    if (mutated === undefined) continue
    count(mutation, one, mutated)
    // oxlint-disable-next-line no-await-in-loop -- one parser
    for (const deviation of await judge(group, one, mutated))
      found.push({ mutation, group: name, file: one.file, ...deviation, reason: '' })
  }
  const known = KNOWN.filter((one) => one.mutation === mutation && one.group === name)
  expect(found).toEqual(known.map((one) => ({ ...one, reason: '' })))
})

test('each mutation is tried on each language that it is for', () => {
  if (SEED === 'all') process.stdout.write(`${JSON.stringify(counts, null, 1)}\n`)
  for (const mutation of Object.keys(MUTATIONS))
    expect(Object.keys(counts).some((key) => key.endsWith(`, ${mutation}`))).toBe(true)
})

test('known deviations are of mutations and rule files that there are', () => {
  for (const { mutation, group } of KNOWN) {
    expect(Object.keys(MUTATIONS)).toContain(mutation)
    expect([...NAMES.values()]).toContain(group)
  }
})
