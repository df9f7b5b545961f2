import { marksOf } from '../../src/testing/marks.ts'
import { Code } from './code.ts'
import type { Mutated } from './draft.ts'
import type { Finding, Group, Program } from './group.ts'
import type { Mutate } from './mutations.ts'
import { type Deviation, deviationsOf } from './verdict.ts'

/** One file of a test program, with the findings in the program. */
export interface Case {
  readonly program: Program
  readonly file: string
  readonly code: Code
  readonly before: readonly Finding[]
}

/** Result of one file under one mutation. */
export interface Outcome {
  readonly file: string
  readonly language: string
  readonly text: string
  /** Rules with a tested positive example. */
  readonly rules: readonly string[]
  /** A rule and the number of its tested findings. */
  readonly findings: ReadonlyMap<string, number>
  readonly deviations: readonly Deviation[]
  /** Lines that the grammar does not read after the mutation only. */
  readonly unread: number
  readonly program: Program
}

const cases = new WeakMap<Group, Promise<readonly Case[]>>()

/** Returns the programs next to a rule file, parsed and searched once. */
export function casesOf(group: Group): Promise<readonly Case[]> {
  const known = cases.get(group) ?? readCases(group)
  cases.set(group, known)
  return known
}

async function readCases(group: Group): Promise<readonly Case[]> {
  const created: Case[] = []
  for (const program of group.programs) {
    // oxlint-disable-next-line no-await-in-loop -- one parser
    const before = await group.find(program)
    for (const [file, text] of program) {
      // oxlint-disable-next-line no-await-in-loop -- one parser
      const code = await Code.parse(file, text)
      if (code !== undefined) created.push({ program, file, code, before })
    }
  }
  return created
}

/** Mutates the programs of a group and compares the findings of its rules. */
export async function* audit(group: Group, mutate: Mutate): AsyncGenerator<Outcome> {
  for (const item of await casesOf(group)) {
    const { program, file, code, before } = item
    const mutated = mutate(code, program, group, before)
    if (mutated === undefined) continue
    yield {
      file,
      language: code.language.name,
      text: code.text,
      ...testedIn(item, mutated),
      deviations: deviationsOf(code, mutated, before, await group.find(mutated.program)),
      unread: await unreadIn(item, mutated),
      program: mutated.program,
    }
  }
}

function testedIn({ file, code, before }: Case, mutated: Mutated) {
  const { siteRules } = mutated
  const marked = new Set(marksOf(code.text).map(({ rule }) => rule))
  const findings = new Map<string, number>()
  for (const item of before) {
    if (item.file !== file) continue
    const isTested =
      siteRules === undefined ? mutated.judges(item.rule) : mutated.siteOf(item)?.rules.has(item.rule) === true
    if (isTested) findings.set(item.rule, (findings.get(item.rule) ?? 0) + 1)
  }
  return { rules: [...marked].filter((rule) => siteRules?.has(rule) ?? true), findings }
}

async function unreadIn({ program, file, code }: Case, mutated: Mutated): Promise<number> {
  let unread = 0
  for (const [path, text] of mutated.program) {
    if (program.get(path) === text) continue
    // oxlint-disable-next-line no-await-in-loop -- one parser
    const parsed = await Code.parse(path, text)
    unread += Math.max(0, (parsed?.unread ?? 0) - (path === file ? code.unread : 0))
  }
  return unread
}
