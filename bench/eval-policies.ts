/**
 * Evaluates plain-language policies without examples: `npm run eval:policies`. Prints false blocks on ordinary text, blocked near misses
 * and recall at the default threshold, for the training rules and for two held-out sets, and the same for policies without a warning at
 * their creation.
 */
import { readFileSync } from 'node:fs'
import { compileLocalPolicy } from '../packages/guards/src/detectors/policies/local-policy.ts'
import { ordinarySample } from '../packages/guards/src/detectors/policies/ordinary-sample.ts'
import { effectiveThreshold, measureOrdinary } from '../packages/guards/src/detectors/policies/calibrate.ts'
import { readRuleCases, RULE_SETS } from '../packages/guards/train/policies/read-cases.ts'
import { canReachTargets } from '../packages/guards/src/detectors/policies/validate.ts'
import { interval, percent, print } from './pii/table.ts'

const THRESHOLD = 0.8
const verbose = process.argv.includes('--each')
const extra = process.argv.find((argument) => argument.endsWith('.jsonl'))
const unseen =
  extra === undefined
    ? []
    : readFileSync(extra, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { text: string }).text)

const share = (hits: number, of: number): string => `${percent(hits / of)} ${interval(hits, of)}`

for (const set of process.argv.includes('--development') ? (['development'] as const) : RULE_SETS) {
  const sum = {
    quiet: 0,
    quietFound: 0,
    quietNear: 0,
    quietBlocked: 0,
    policies: 0,
    violating: 0,
    found: 0,
    near: 0,
    blocked: 0,
    wrong: 0,
    unseen: 0,
    texts: 0,
    admitted: 0,
    worst: 0,
  }
  const started = process.cpuUsage()
  const cases = readRuleCases(set)
  for (const { prompt, violating, allowed } of cases) {
    const policy = compileLocalPolicy({ prompt, violating: [], allowed: [] })
    const threshold = effectiveThreshold(policy, THRESHOLD)
    const isBlocked = (text: string): boolean => policy.score(text) >= threshold
    const missed = violating.filter((text) => !isBlocked(text))
    const wrong = allowed.filter(isBlocked)
    if (canReachTargets(policy, THRESHOLD)) {
      sum.policies += 1
      sum.quiet += violating.length
      sum.quietFound += violating.length - missed.length
      sum.quietNear += allowed.length
      sum.quietBlocked += wrong.length
    }
    const rate = measureOrdinary(policy, threshold).false_block_rate
    sum.violating += violating.length
    sum.found += violating.length - missed.length
    sum.near += allowed.length
    sum.blocked += wrong.length
    sum.wrong += rate * ordinarySample().length
    sum.texts += ordinarySample().length
    sum.worst = Math.max(sum.worst, rate)
    sum.admitted += violating.filter((text) => policy.score(text) >= 0.2).length
    sum.unseen += unseen.filter(isBlocked).length
    if (verbose && set === 'development') {
      process.stdout.write(`\n${prompt.slice(0, 70)} threshold ${threshold.toFixed(3)}\n`)
      for (const text of missed) process.stdout.write(`  missed ${policy.score(text).toFixed(2)} ${text}\n`)
      for (const text of wrong) process.stdout.write(`  near   ${policy.score(text).toFixed(2)} ${text}\n`)
    }
  }
  const cpu = process.cpuUsage(started)
  print(
    `Plain-language policies without examples, ${set} rules: ${cases.length}, threshold ${THRESHOLD}`,
    ['what', 'share [95 % interval]'],
    [
      ['violations found', share(sum.found, sum.violating)],
      ['violations that a model would judge', share(sum.admitted, sum.violating)],
      ['near misses blocked', share(sum.blocked, sum.near)],
      [`violations found by the ${sum.policies} policies without warning`, share(sum.quietFound, sum.quiet)],
      ['near misses blocked by them', share(sum.quietBlocked, sum.quietNear)],
      ['ordinary texts blocked (bundled sample)', share(Math.round(sum.wrong), sum.texts)],
      ['  worst rule', percent(sum.worst)],
      ...(unseen.length === 0
        ? []
        : [['ordinary texts blocked (given file)', share(sum.unseen, unseen.length * cases.length)]]),
      ['processor time', `${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms`],
    ],
  )
}
