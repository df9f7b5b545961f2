// npm run audit:rules [-- --write | --rules] [--mutation=<name>] [--folder=<folder>]: which findings survive semantics-preserving mutations of the code.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { audit } from '../packages/sast/test/mutations/audit.ts'
import { FOLDERS, groupOf, ruleFilesOf } from '../packages/sast/test/mutations/group.ts'
import { KNOWN } from '../packages/sast/test/mutations/known.ts'
import { excludingRules } from '../packages/sast/test/mutations/meaning.ts'
import { MUTATIONS } from '../packages/sast/test/mutations/mutations.ts'

const PAGE = join(import.meta.dirname, '../docs/static-analysis-mutations.md')

/** Tested findings, lost ones, and new findings on safe code. */
interface Count {
  tested: number
  lost: number
  added: number
}

interface Row extends Count {
  readonly language: string
  readonly rule: string
  readonly mutation: string
  readonly excludes: boolean
}

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    mutation: { type: 'string' },
    folder: { type: 'string' },
  },
})

const rows = await auditAll()
const page = [...summaryOf(rows), ...(values.rules ? ruleTable(rows) : []), ...knownList()].join('\n')
process.stdout.write(`${page}\n`)
if (values.write) writeFileSync(PAGE, `${page}\n`)

async function auditAll(): Promise<readonly Row[]> {
  const found = new Map<string, Row>()
  const mutations = Object.entries(MUTATIONS).filter(
    ([name]) => values.mutation === undefined || name === values.mutation,
  )
  for (const path of FOLDERS.filter((item) => values.folder === undefined || item === values.folder).flatMap(
    ruleFilesOf,
  )) {
    // oxlint-disable-next-line no-await-in-loop -- one parser
    const group = await groupOf(path)
    const excluding = excludingRules(group)
    const rowOf = (language: string, rule: string, mutation: string): Row => {
      const key = `${language}\0${rule}\0${mutation}`
      const row = found.get(key) ?? {
        language,
        rule,
        mutation,
        excludes: excluding.has(rule),
        tested: 0,
        lost: 0,
        added: 0,
      }
      found.set(key, row)
      return row
    }
    for (const [mutation, mutate] of mutations)
      // oxlint-disable-next-line no-await-in-loop -- one parser
      for await (const { language, findings, deviations } of audit(group, mutate)) {
        for (const [rule, count] of findings) rowOf(language, rule, mutation).tested += count
        for (const { rule, what } of deviations)
          rowOf(language, rule, mutation)[what === 'lost' ? 'lost' : 'added'] += 1
      }
  }
  return [...found.values()]
}

function summaryOf(all: readonly Row[]): readonly string[] {
  const lines = [
    '# Findings under mutations',
    '',
    '`npm run audit:rules -- --write` generates this page. Each mutation rewrites the test code of every rule and preserves its behaviour.',
    'A finding is kept if the rule also reports the rewritten code. A new finding is a report on safe code that the rule did not report before the mutation.',
    'Use `--rules` for a table of every rule and mutation, and `--mutation=<name>` or `--folder=<folder of rules>` for a part of it.',
    '',
    '## Languages',
    '',
    '| language | findings × mutations | kept | new | kept, rules with exclusions |',
    '| --- | --- | --- | --- | --- |',
  ]
  for (const language of ['all', ...new Set(all.map((row) => row.language))].toSorted(byAllFirst)) {
    const own = all.filter((row) => language === 'all' || row.language === language)
    const [total, excluding] = [sum(own), sum(own.filter((row) => row.excludes))]
    lines.push(
      `| ${language} | ${total.tested} | ${kept(total)} | ${total.added} | ${kept(excluding)} of ${excluding.tested} |`,
    )
  }
  lines.push(
    '',
    '## Mutations',
    '',
    '| mutation | findings | kept | new | languages with losses |',
    '| --- | --- | --- | --- | --- |',
  )
  for (const mutation of Object.keys(MUTATIONS)) {
    const own = all.filter((row) => row.mutation === mutation)
    const total = sum(own)
    const losing = [...new Set(own.filter(({ lost }) => lost > 0).map((row) => row.language))].toSorted()
    lines.push(`| ${mutation} | ${total.tested} | ${kept(total)} | ${total.added} | ${losing.join(', ')} |`)
  }
  return lines
}

function ruleTable(all: readonly Row[]): readonly string[] {
  return [
    '',
    '## Rules',
    '',
    '| language | rule | mutation | kept | lost | new |',
    '| --- | --- | --- | --- | --- | --- |',
    ...all
      .toSorted((a, b) => (`${a.language} ${a.rule} ${a.mutation}` < `${b.language} ${b.rule} ${b.mutation}` ? -1 : 1))
      .map(
        (row) =>
          `| ${row.language} | ${row.rule} | ${row.mutation} | ${row.tested - row.lost} | ${row.lost} | ${row.added} |`,
      ),
  ]
}

function knownList(): readonly string[] {
  const lines = [
    '',
    '## Known deviations',
    '',
    'The tests fail for any other deviation, and for a listed deviation that no longer occurs.',
  ]
  for (const [reason, own] of Map.groupBy(KNOWN, (knownDeviation) => knownDeviation.reason)) {
    lines.push('', `### ${reason}`, '')
    const byRule = Map.groupBy(own, ({ rule, mutation, what }) => `\`${rule}\`, ${mutation}: ${what}`)
    for (const [text, some] of byRule) lines.push(`- ${text}${some.length > 1 ? ` (${some.length})` : ''}`)
  }
  return lines
}

function sum(all: readonly Count[]): Count {
  const total = { tested: 0, lost: 0, added: 0 }
  for (const { tested, lost, added } of all) {
    total.tested += tested
    total.lost += lost
    total.added += added
  }
  return total
}

function kept({ tested, lost }: Count): string {
  return tested === 0 ? '–' : `${(((tested - lost) / tested) * 100).toFixed(1)} %`
}

function byAllFirst(a: string, b: string): number {
  return a === 'all' ? -1 : b === 'all' ? 1 : a < b ? -1 : 1
}
