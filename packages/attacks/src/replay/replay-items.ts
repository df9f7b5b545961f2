import type { AttackRecord, Report, ReportFinding } from '@gatehouse/contracts/reports'
import { Failure, MASK } from '@gatehouse/kernel'
import { CARRIER_STRATEGIES } from '../carriers/strategies.ts'
import { allCategories } from '../categories.gen.ts'
import { withDomains } from '../domains/domain.ts'
import { allDomains } from '../domains/packs.ts'
import type { Attack } from '../engine/attack.ts'
import { BASE_STRATEGY } from '../engine/make-attack.ts'
import { halvesOf } from '../engine/marker.ts'
import { byName } from '../engine/names.ts'
import { remakeAttack } from '../engine/plan.ts'
import { profiledCategory } from '../profile/stored-profile.ts'
import { recallAttack } from '../report/replay/recall.ts'
import type { RunSetup } from '../run/run-attacks.ts'
import { allStrategies } from '../strategies.gen.ts'

/** Attack to replay. */
export interface ReplayItem {
  /** Id of the finding or the attack. */
  readonly id: string
  readonly title: string
  readonly record: AttackRecord
  readonly round: number
  /** Messages that reproduce the weakness. */
  readonly proof: readonly string[] | undefined
}

/** Part of a report to replay; default: all findings. */
export interface ReplayChoice {
  readonly finding?: string | undefined
  readonly attack?: string | undefined
}

/** Item with the attacks to send: first the proof, then the whole attack. Empty if the attack cannot be regenerated. */
export interface PreparedItem {
  readonly item: ReplayItem
  readonly attacks: readonly Attack[]
}

/** Marker of truncated text in reports. */
const CUT = '… [cut]'
/** Suffix of shortened attacks, to distinguish both results. */
const PROOF_MARK = '/proof'

/**
 * Selects the items of a report to replay.
 * @throws {Failure} `invalid_request` for an item that is not in the report
 */
export function replayItems(report: Report, { finding, attack }: ReplayChoice): readonly ReplayItem[] {
  if (finding !== undefined && attack !== undefined) {
    throw new Failure('invalid_request', 'Pass either a finding or an attack, not both.')
  }
  const records = new Map<string, Pick<ReplayItem, 'record' | 'round'>>()
  for (const { round, results } of report.rounds) {
    for (const record of results) if (!records.has(record.attack.id)) records.set(record.attack.id, { record, round })
  }
  if (attack !== undefined) {
    const found = records.get(attack)
    if (found === undefined) throw new Failure('invalid_request', `Attack ${attack} not found in the report.`)
    const { category, strategy } = found.record.attack
    return [{ id: attack, title: `${category} / ${strategy}`, ...found, proof: undefined }]
  }
  const some =
    finding === undefined
      ? report.findings
      : report.findings.filter(({ id, formerIds = [] }) => id === finding || formerIds.includes(finding))
  if (finding !== undefined && some.length === 0) {
    throw new Failure('invalid_request', `Finding ${finding} not found in the report.`)
  }
  return some.flatMap((item) => {
    const found = records.get(item.proof.attackId ?? item.attackIds[0] ?? '')
    return found === undefined ? [] : [{ id: item.id, title: item.title, ...found, proof: proofOf(item, found.record) }]
  })
}

/** Returns undefined if the proof equals the attack, or if the report truncates or masks it. */
function proofOf({ proof: { turns } }: ReportFinding, { attack }: AttackRecord): readonly string[] | undefined {
  if (turns.some((turn) => turn.includes(MASK) || turn.endsWith(CUT))) return undefined
  return JSON.stringify(turns) === JSON.stringify(attack.turns) ? undefined : turns
}

/** Regenerates the attacks of each item from the seed of the run. */
export function prepareItems(items: readonly ReplayItem[], report: Report, setup: RunSetup): readonly PreparedItem[] {
  return items.map((item) => {
    const attack = item.record.custom === true ? customOf(item, setup) : remadeOf(item, report, setup)
    if (attack === undefined) return { item, attacks: [] }
    // A proof contains addresses of its run, and is useless if they have changed.
    const isSame = attack.turns.every((turn, at) => item.record.attack.turns[at] === turn)
    if (item.proof === undefined || !isSame || !isOwn(item.proof, attack, report)) return { item, attacks: [attack] }
    return { item, attacks: [{ ...attack, id: `${attack.id}${PROOF_MARK}`, turns: item.proof }, attack] }
  })
}

/** Each repeat of an attack requests different words. A proof with another repeat's words cannot be detected. */
function isOwn(proof: readonly string[], { turns, marker }: Attack, { config }: Report): boolean {
  const halves = halvesOf(marker)
  const holds = (some: readonly string[]): boolean => halves.every((half) => some.join('\n').includes(half))
  return holds(turns) ? holds(proof) : numberIn(config, 'repeats') === 1
}

/** Custom attacks come from the run file. */
function customOf({ record }: ReplayItem, { customAttacks }: RunSetup): Attack | undefined {
  const attacks = customAttacks.map((customAttack) => ('again' in customAttack ? customAttack.attack : customAttack))
  return attacks.find(({ id }) => id === record.attack.id)
}

function remadeOf({ record, round }: ReplayItem, { config }: Report, setup: RunSetup): Attack | undefined {
  const { id, category: name, strategy } = record.attack
  const found = byName(withDomains(allCategories, allDomains))(name)?.unit
  const category = found && profiledCategory(found, config)
  const find = byName([...allStrategies, ...CARRIER_STRATEGIES])
  const names = strategy.split('+').filter((item) => item !== BASE_STRATEGY)
  const strategies = names.flatMap((item) => find(item)?.unit ?? [])
  if (category === undefined) return undefined
  const recalled = () => recallAttack(record.attack, category, setup.words, setup.random.fork(`recall/${id}`))
  // A model rephrased the attack, so that the seed cannot reproduce it.
  if (strategies.length < names.length) return recalled()
  const most = numberIn(config, 'maxAttacksPerCategory') ?? setup.maxAttacksPerCategory
  const steps = numberIn(config, 'maxMultiTurnSteps') ?? setup.maxMultiTurnSteps
  const where = { id, round, category, strategies }
  return remakeAttack(where, { ...setup, maxAttacksPerCategory: most, maxMultiTurnSteps: steps }) ?? recalled()
}

function numberIn(config: Report['config'], name: string): number | undefined {
  const value = config[name]
  return typeof value === 'number' ? value : undefined
}
