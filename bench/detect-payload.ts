/**
 * Measures quality and speed of payload detection: `node --conditions=gatehouse bench/detect-payload.ts [folder of the data]`. The corpus
 * is our own. Its held-out families (entire templates) were never viewed during the development of rules: only their figures were. The
 * benign data is public text outside of the repository; without it, this part is skipped.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { PAYLOAD_CATEGORIES } from '../packages/guards/src/detectors/payload/categories.ts'
import { compilePayloadRules, findPayloads } from '../packages/guards/src/detectors/payload/find-payloads.ts'
import { makeViews } from '../packages/guards/src/text/views.ts'
import { corpora } from '../packages/guards/test/detectors/payload/corpus/all.ts'
import type { Family } from '../packages/guards/test/detectors/payload/corpus/corpus.ts'
import { measureSpeed } from './payload/speed.ts'
import { interval, percent, print } from './pii/table.ts'

/** Number of printed rows that a rule of severity high or critical flags, for manual review. */
const SHOWN_MAX = 20

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/data/detection/', import.meta.url))
const scanner = compilePayloadRules(PAYLOAD_CATEGORIES)

for (const heldOut of [false, true]) {
  const title = heldOut ? 'Corpus, held-out families' : 'Corpus, development families'
  const head = ['category', 'attacks', 'recall', '95 %', 'at high', 'benign', 'flagged', '95 %', 'at high', '95 %']
  print(
    title,
    head,
    corpora.map(({ category, attacks, benign }) => corpusRow(category, attacks, benign, heldOut)),
  )
}
if (existsSync(folder)) measureBenign()
measureSpeed(scanner)

interface Counts {
  readonly total: number
  readonly any: number
  readonly high: number
}

function corpusRow(
  category: string,
  attacks: readonly Family[],
  benign: readonly Family[],
  heldOut: boolean,
): readonly string[] {
  const found = count(textsOf(attacks, heldOut), category)
  const wrong = count(textsOf(benign, heldOut), undefined)
  return [
    category,
    String(found.total),
    percent(found.any / found.total),
    interval(found.any, found.total),
    percent(found.high / found.total),
    String(wrong.total),
    percent(wrong.any / wrong.total),
    interval(wrong.any, wrong.total),
    percent(wrong.high / wrong.total),
    interval(wrong.high, wrong.total),
  ]
}

function textsOf(families: readonly Family[], heldOut: boolean): readonly string[] {
  return families.filter((family) => family.heldOut === heldOut).flatMap((family) => family.texts)
}

/** An attack counts only under its own category; a benign text counts under any. */
function count(texts: readonly string[], category: string | undefined): Counts {
  let any = 0
  let high = 0
  for (const text of texts) {
    const findings = findPayloads(makeViews(text), scanner).findings.filter(
      (finding) => category === undefined || finding.category === category,
    )
    if (findings.length > 0) any += 1
    if (findings.some(({ severity }) => severity === 'high' || severity === 'critical')) high += 1
  }
  return { total: texts.length, any, high }
}

/** Ordinary prompts, answers and documents: every row of the data that is labelled harmless for its own task. */
function measureBenign(): void {
  const seen = new Set<string>()
  const bySource = new Map<string, Counts>()
  const shown: string[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))) {
    for (const line of gunzipSync(readFileSync(`${folder}/${file}`))
      .toString('utf8')
      .split('\n')) {
      if (line === '') continue
      const row = JSON.parse(line) as { text: string; label: unknown; source: string }
      if (row.label !== 0 || seen.has(row.text)) continue
      seen.add(row.text)
      const { findings } = findPayloads(makeViews(row.text), scanner)
      const high = findings.filter(({ severity }) => severity === 'high' || severity === 'critical')
      const before = bySource.get(row.source) ?? { total: 0, any: 0, high: 0 }
      bySource.set(row.source, {
        total: before.total + 1,
        any: before.any + Number(findings.length > 0),
        high: before.high + Number(high.length > 0),
      })
      for (const { rule, start, end } of high.slice(0, 1)) {
        shown.push(
          `${row.source} ${rule.id}: ${JSON.stringify(row.text.slice(Math.max(0, start - 40), Math.min(end, start + 120)))}`,
        )
      }
    }
  }
  const total = [...bySource.values()].reduce(
    (sum, each) => ({ total: sum.total + each.total, any: sum.any + each.any, high: sum.high + each.high }),
    { total: 0, any: 0, high: 0 },
  )
  const rows = [...bySource].filter(([, { any }]) => any > 0)
  print(
    'Benign public rows (sources with a finding; then all together)',
    ['source', 'rows', 'flagged', 'at high', 'share at high', '95 %'],
    [...rows, ['all', total] as const].map(([source, each]) => [
      source,
      String(each.total),
      String(each.any),
      String(each.high),
      percent(each.high / each.total),
      interval(each.high, each.total),
    ]),
  )
  for (const line of shown.slice(0, SHOWN_MAX)) process.stdout.write(`  ${line}\n`)
}
