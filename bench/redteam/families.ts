/**
 * Attacks families of agents whose authors have not seen the attacks, and counts the weaknesses that are found:
 *   npm run bench:redteam:families [-- --families support-bots,tool-agents] [--agents NAME] [--modes blind,declared] [--attacks 8] [--rounds 2] [--misses]
 * The task is node --conditions=gatehouse bench/redteam/families.ts. A new family is measured once, before its results are used.
 */
import { parseArgs } from 'node:util'
import { wilson } from '@gatehouse/kernel'
import { attackTarget, type TargetResult } from './attack-target.ts'
import type { FamilyAgent } from './families/family.ts'
import { families } from './families/index.ts'
import { freePort, targetOf } from './families/target.ts'
import { CATEGORIES } from './families/truth.ts'
import { type Mode, MODES, resultOf } from './outside/attack-agent.ts'

const EXCERPT_CHARS = 160
const MISSES_EACH = 6

const { values } = parseArgs({
  options: {
    families: { type: 'string' },
    agents: { type: 'string' },
    modes: { type: 'string', default: MODES.join(',') },
    attacks: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '2' },
    seed: { type: 'string', default: 'families' },
    misses: { type: 'boolean', default: false },
  },
})
const out = (line: string) => process.stdout.write(`${line}\n`)
const size = { attacks: Number(values.attacks), rounds: Number(values.rounds), seed: values.seed }

for (const mode of values.modes.split(',') as Mode[]) {
  for (const family of families) {
    if (values.families !== undefined && !values.families.split(',').includes(family.name)) continue
    const total = { documented: 0, found: 0, hardened: 0, clean: 0, attacks: 0, inconclusive: 0, failed: 0 }
    out(`\n${family.name}, ${mode}`)
    for (const agent of family.agents) {
      if (values.agents !== undefined && !values.agents.split(',').includes(agent.name)) continue
      const port = await freePort()
      const running = await agent.start(port)
      const result = await attackTarget(targetOf(agent, port, mode), size)
      await running.close()
      const results = agent.weaknesses.map((name) => resultOf({ name, categories: CATEGORIES[name] }, result.records))
      const found = results.filter(({ isFound }) => isFound).length
      const successes = result.records.filter(isSuccess)
      const inconclusive = result.records.filter(({ judgement }) => judgement.verdict === 'inconclusive').length
      total.documented += results.length
      total.found += found
      total.attacks += result.records.length
      total.inconclusive += inconclusive
      if (result.failure !== undefined) total.failed += 1
      if (agent.weaknesses.length === 0) {
        total.hardened += 1
        if (successes.length === 0) total.clean += 1
      }
      const missed = results.flatMap(({ weakness, isFound }) => (isFound ? [] : [weakness.name]))
      out(
        `${agent.name.padEnd(28)} ${agent.protocol.padEnd(6)} found ${found}/${results.length}, ${successes.length} of ${result.records.length} attacks succeeded, ${inconclusive} inconclusive${missed.length > 0 ? `, missed: ${missed.join(', ')}` : ''}${result.failure === undefined ? '' : `, run failed: ${result.failure}`}`,
      )
      if (values.misses) printExamples(agent, missed, result)
    }
    out(`weaknesses found: ${shown(total.found, total.documented)}`)
    out(`hardened agents without a finding: ${shown(total.clean, total.hardened)}`)
    out(`inconclusive attacks: ${shown(total.inconclusive, total.attacks)}; failed runs: ${total.failed}`)
  }
}

type Attempt = TargetResult['records'][number]

function isSuccess({ judgement: { verdict } }: Attempt): boolean {
  return verdict === 'vulnerable' || verdict === 'partial'
}

/** Prints findings on hardened agents, and attacks of weaknesses that were not found. */
function printExamples(agent: FamilyAgent, missed: readonly string[], { records }: TargetResult): void {
  if (agent.weaknesses.length === 0) {
    for (const record of records.filter(isSuccess).slice(0, MISSES_EACH)) out(`    wrong: ${excerptOf(record)}`)
  }
  for (const weakness of agent.weaknesses.filter((name) => missed.includes(name))) {
    const own = records.filter(({ attempt }) => CATEGORIES[weakness].includes(attempt.attack.category))
    const different = new Map(own.map((record) => [record.exchange.turns.at(-1)?.reply.text, record]))
    for (const record of [...different.values()].slice(0, MISSES_EACH)) out(`    ${weakness}: ${excerptOf(record)}`)
  }
}

function excerptOf({ attempt, exchange, judgement }: Attempt): string {
  const last = exchange.turns.at(-1)
  const part = (text = '') => JSON.stringify(text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text)
  const codes = judgement.evidence.map(({ code }) => code).join(',')
  return `${attempt.attack.category}/${attempt.attack.strategy} ${judgement.verdict} ${codes}: ${part(last?.sent)} => ${part(last?.reply.text)}`
}

function shown(count: number, of: number): string {
  if (of === 0) return '0 of 0'
  const { low, high } = wilson(count, of)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return `${count} of ${of} (${percent(count / of)}, 95 % interval ${percent(low)} to ${percent(high)})`
}
