/**
 * Plain-language policies: `npm run eval:policies`. Prints false blocks on ordinary text, blocked near misses and recall at the
 * default threshold, for the rules that the method was trained on and for two held-out sets, and the same for the policies that
 * carry no warning at their creation. `-- --examples` measures policies with three and five violating examples at threshold 0.6 on
 * the other violations of their rules and on ordinary texts that do not calibrate them.
 */
import { readFileSync } from 'node:fs'
import { compileLocalPolicy, scoresOf } from '../packages/guards/src/detectors/policies/local-policy.ts'
import { BACKGROUND_STEP } from '../packages/guards/src/detectors/policies/read-sample.ts'
import { ordinarySample } from '../packages/guards/src/detectors/policies/ordinary-sample.ts'
import { effectiveThreshold, measureOrdinary } from '../packages/guards/src/detectors/policies/calibrate.ts'
import { readRuleCases, RULE_SETS, type RuleSet } from '../packages/guards/train/policies/read-cases.ts'
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

const sets = process.argv.includes('--development') ? (['development'] as const) : RULE_SETS

const NO_COUNTS = {
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
type Counts = typeof NO_COUNTS

/** Policies with the first violations of each rule as examples, at a threshold that teams set for them. */
function measureExamples(set: RuleSet, count: number): void {
  const threshold = 0.6
  const cases = readRuleCases(set)
  const texts = ordinarySample().filter((_, index) => index % BACKGROUND_STEP !== 0)
  const sum = { violating: 0, found: 0, near: 0, blocked: 0, ordinary: 0 }
  const policies = cases.map(({ prompt, violating, allowed }) => {
    const policy = compileLocalPolicy({ prompt, violating: violating.slice(0, count), allowed: [] })
    const inForce = effectiveThreshold(policy, threshold)
    const rest = violating.slice(count)
    sum.violating += rest.length
    sum.found += rest.filter((text) => policy.score(text) >= inForce).length
    sum.near += allowed.length
    sum.blocked += allowed.filter((text) => policy.score(text) >= inForce).length
    return { policy, inForce }
  })
  for (const text of texts) {
    const scores = scoresOf(
      policies.map(({ policy }) => policy),
      text,
    )
    sum.ordinary += scores.filter((score, at) => score >= policies[at]!.inForce).length
  }
  print(
    `Plain-language policies with ${count} examples, ${set} rules: ${cases.length}, threshold ${threshold}`,
    ['what', 'share [95 % interval]'],
    [
      ['other violations found', share(sum.found, sum.violating)],
      ['near misses blocked', share(sum.blocked, sum.near)],
      [
        'ordinary texts blocked (sample without the calibration texts)',
        share(sum.ordinary, texts.length * cases.length),
      ],
    ],
  )
}

function measureWithout(set: RuleSet): void {
  const sum: Counts = { ...NO_COUNTS }
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
  printWithout(set, cases.length, sum, (cpu.user + cpu.system) / 1_000)
}

function printWithout(set: RuleSet, rules: number, sum: Counts, cpu_ms: number): void {
  print(
    `Plain-language policies without examples, ${set} rules: ${rules}, threshold ${THRESHOLD}`,
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
        : [['ordinary texts blocked (given file)', share(sum.unseen, unseen.length * rules)]]),
      ['processor time', `${cpu_ms.toFixed(0)} ms`],
    ],
  )
}

if (process.argv.includes('--examples')) for (const set of sets) for (const count of [3, 5]) measureExamples(set, count)
else for (const set of sets) measureWithout(set)
