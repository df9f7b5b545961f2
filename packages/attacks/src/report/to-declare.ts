import { JUDGE_SETTINGS, type JudgeSetting } from '@gatehouse/contracts/redteam'
import type { JudgedCoverage } from '@gatehouse/contracts/reports'
import type { Need } from '../engine/category.ts'
import type { AttemptRecord } from '../run/attempt.ts'

const ADVICE: Readonly<Record<JudgeSetting, string>> = {
  canaries: 'Declare secrets that the agent knows, so that their disclosure is detected.',
  systemPrompt: 'Declare the system prompt of the agent, so that its disclosure is detected.',
  toolCallsPath: 'Declare where responses contain tool calls, so that unauthorized calls are detected.',
  allowedTools: 'Declare the tools that the agent may call, so that calls of other tools are detected.',
  stateProbe: 'Declare a request that reads the state of the target, so that changes are detected.',
  serveUrl: 'Serve the attack pages at a URL that the agent can read.',
  judgeConfidenceThreshold: 'Lower the minimum confidence of judges.',
  models: 'Configure a model judge for responses that rules cannot decide.',
}

/** Judgements in which models took part: another model judge adds nothing. */
const BY_MODELS = /^judges_/

/**
 * Lists the settings that would let judges decide the inconclusive attacks, from the objectives of these attacks and what was known about
 * the target. An attack that several settings make decidable counts for each of them.
 * @param can capabilities of the target
 */
export function toDeclareOf(records: readonly AttemptRecord[], can: ReadonlySet<Need>): JudgedCoverage['toDeclare'] {
  const counts = new Map<JudgeSetting, number>()
  for (const record of records) {
    if (record.judgement.verdict !== 'inconclusive') continue
    for (const setting of missingOf(record, can)) counts.set(setting, (counts.get(setting) ?? 0) + 1)
  }
  return JUDGE_SETTINGS.flatMap((setting) => {
    const attacks = counts.get(setting) ?? 0
    return attacks === 0 ? [] : [{ setting, attacks, advice: ADVICE[setting] }]
  }).toSorted((a, b) => b.attacks - a.attacks)
}

function missingOf({ attempt, exchange, judgement }: AttemptRecord, can: ReadonlySet<Need>): ReadonlySet<JudgeSetting> {
  const { oracles, plants } = attempt.attack
  const missing = new Set<JudgeSetting>()
  const codes = new Set(judgement.evidence.map(({ code }) => code))
  for (const oracle of oracles) {
    if (oracle.kind === 'canary' && oracle.of === 'target' && exchange.targetCanaries.length === 0) {
      missing.add('canaries')
    }
    if (oracle.kind === 'canary' && oracle.of === 'system_prompt' && exchange.systemPrompt === undefined) {
      missing.add('systemPrompt')
    }
    if (oracle.kind === 'tool_call' && !can.has('tool_calls')) missing.add('toolCallsPath')
    else if (oracle.kind === 'tool_call' && exchange.allowedTools === undefined) {
      const isByList = oracle.forbidden.some(({ notAllowed }) => notAllowed === true)
      if (isByList || codes.has('tool_called_otherwise')) missing.add('allowedTools')
    }
    if (oracle.kind === 'state' && exchange.stateAfter === undefined) missing.add('stateProbe')
  }
  if (plants.length > 0 && exchange.readPlants.length === 0) missing.add('serveUrl')
  if (codes.has('below_threshold')) missing.add('judgeConfidenceThreshold')
  const isAskedModel = judgement.kind === 'llm' || judgement.kind === 'ensemble'
  const isResponse = exchange.turns.at(-1)?.reply.problem === undefined
  if (isResponse && !isAskedModel && ![...codes].some((code) => BY_MODELS.test(code))) missing.add('models')
  return missing
}
