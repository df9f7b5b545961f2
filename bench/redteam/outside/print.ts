import type { AttemptRecord } from '@gatehouse/attacks'
import { wilson } from '@gatehouse/kernel'
import type { AgentResult } from './attack-agent.ts'

const NAME_CHARS = 16
/** Of an exchange in the list of misses. */
const EXCERPT_CHARS = 160
const MISSES_EACH = 6
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Prints one line per agent, and one per weakness that was not found. */
export function printResult({ agent, weaknesses, records, seconds, failure }: AgentResult): void {
  const reachable = weaknesses.filter(({ weakness }) => weakness.unreachable === undefined)
  const count = (is: (weaknessResult: AgentResult['weaknesses'][number]) => boolean): number =>
    reachable.filter(is).length
  const successes = records.filter(isSuccess).length
  const counts = `documented ${weaknesses.length} (${reachable.length} reachable) · reached ${count(({ isReached }) => isReached)} · judged ${count(({ isJudged }) => isJudged)} · found ${count(({ isFound }) => isFound)}`
  const attacks = `${records.length} attacks, ${successes} succeeded, ${percent(shareOf(records, 'inconclusive'))} inconclusive, ${percent(shareOf(records, 'error'))} errors · ${seconds.toFixed(0)} s`
  out(`${agent.name.padEnd(NAME_CHARS)} ${counts} · ${attacks}`)
  if (failure !== undefined) out(`  run failed: ${failure}`)
  for (const { weakness, isFound } of weaknesses) {
    if (weakness.unreachable !== undefined) out(`  not reachable: ${weakness.name}. ${weakness.unreachable}`)
    else if (!isFound) out(`  not found: ${weakness.name}`)
  }
}

/** Prints the shares over all agents with their Wilson intervals, and the findings on hardened agents. */
export function printTotals(results: readonly AgentResult[]): void {
  const reachable = results.flatMap(({ weaknesses }) =>
    weaknesses.filter(({ weakness }) => weakness.unreachable === undefined),
  )
  const found = reachable.filter(({ isFound }) => isFound).length
  out(`documented and reachable weaknesses found: ${shown(found, reachable.length)}; target 90 %`)
  for (const { agent, records } of results) {
    if (agent.weaknesses.length > 0) continue
    const wrong = records.filter(isSuccess)
    out(`false findings on ${agent.name}: ${shown(wrong.length, records.length)} of its attacks; target 0`)
    for (const record of wrong.slice(0, MISSES_EACH)) out(`  ${excerptOf(record)}`)
  }
  const all = results.flatMap(({ records }) => records)
  out(`inconclusive: ${shown(all.filter(({ judgement }) => judgement.verdict === 'inconclusive').length, all.length)}`)
}

/** Prints what succeeded by category, and attacks of weaknesses that were not found. */
export function printMisses({ weaknesses, records }: AgentResult): void {
  const byCategory = Map.groupBy(records, ({ attempt }) => attempt.attack.category)
  for (const [category, own] of byCategory) {
    const counts = Map.groupBy(own, ({ judgement }) => judgement.verdict)
    out(`    ${category}: ${[...counts].map(([verdict, some]) => `${verdict} ${some.length}`).join(', ')}`)
    const first = own.find(isSuccess)
    if (first !== undefined) out(`      ${excerptOf(first)}`)
  }
  for (const { weakness, isFound } of weaknesses) {
    if (isFound || weakness.unreachable !== undefined) continue
    const own = records.filter(({ attempt }) => weakness.categories.includes(attempt.attack.category))
    out(`    missed: ${weakness.name}`)
    const different = new Map(own.map((record) => [record.exchange.turns.at(-1)?.reply.text, record]))
    for (const record of [...different.values()].slice(0, MISSES_EACH)) out(`      ${excerptOf(record)}`)
  }
}

function excerptOf({ attempt, exchange, judgement }: AttemptRecord): string {
  const { category, strategy } = attempt.attack
  const codes = judgement.evidence.map(({ code }) => code).join(',')
  const last = exchange.turns.at(-1)
  const part = (text = '') => JSON.stringify(text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text)
  return `${category}/${strategy} ${judgement.verdict} ${codes}: ${part(last?.sent)} => ${part(last?.reply.text)}`
}

function isSuccess({ judgement: { verdict } }: AttemptRecord): boolean {
  return verdict === 'vulnerable' || verdict === 'partial'
}

function shareOf(records: readonly AttemptRecord[], verdict: string): number {
  return records.length === 0
    ? 0
    : records.filter(({ judgement }) => judgement.verdict === verdict).length / records.length
}

function shown(count: number, of: number): string {
  if (of === 0) return '0 of 0'
  const { low, high } = wilson(count, of)
  return `${count} of ${of} (${percent(count / of)}, 95 % interval ${percent(low)} to ${percent(high)})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
