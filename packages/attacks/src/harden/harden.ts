import { PolicyFile } from '@gatehouse/contracts/policies'
import type {
  DraftedRule,
  FalsePositive,
  GuardRule,
  HardenedFinding,
  HardenedProof,
  HardenResult,
  ProofStatus,
  RunRequest,
} from '@gatehouse/contracts/redteam'
import type { Report, ReportFinding } from '@gatehouse/contracts/reports'
import { isJsonObject } from '@gatehouse/kernel'
import { type ReplayItem, replayItems } from '../replay/replay-items.ts'
import { candidateRules } from './draft.ts'
import { withRules } from './merge-rules.ts'
import { policyGuard } from './policy-guard.ts'
import { type ReplayedAttempt, replayProofs, type ReplayPorts, sendControls } from './replay-proofs.ts'
import { NO_DEFAULTS, ruleEffects } from './rule-effects.ts'
import { type RuleEffect, selectRules } from './select-rules.ts'
import { type GuardEvent, replayTrace } from './trace.ts'

/** Maximum number of proofs of one finding that are replayed, each of another category if possible. Own limit. */
const PROOFS_MAX = 5
/** Text of a false positive in the report. */
const SHOWN_UNITS = 200

export interface HardenRequest {
  /** Its findings are hardened. */
  readonly report: Report
  /** Target of the report, with its credentials. */
  readonly request: RunRequest
  /** Policy in force; undefined: none yet. */
  readonly base: PolicyFile | undefined
  readonly traffic: readonly (readonly GuardEvent[])[] | undefined
}

/**
 * Drafts the smallest policy that blocks the proofs of a report, and replays the proofs and benign controls through the guard in front of
 * the target.
 */
export async function harden(
  { report, request, base, traffic }: HardenRequest,
  ports: ReplayPorts,
): Promise<HardenResult> {
  const inForce = evaluated(base, request)
  const items = proofItems(report)
  const seed = String(report.config['seed'])
  const categories = [...new Set(report.findings.flatMap(({ category, categories: all = [] }) => [category, ...all]))]
  const before = await replayProofs([...items.values()], report, request, ports)
  const controls = await sendControls(categories, request, seed, ports)
  const reproduced = before.filter(hasSucceeded)
  const candidates = candidatesFor(report, reproduced, request)
  const canaries = canariesOf(candidates)
  const isBenign = ({ events }: { readonly events: readonly GuardEvent[] }): boolean => !contains(events, canaries)
  const benign = [...controls.filter(isBenign).map(({ events }) => events), ...(traffic ?? [])]
  const open = inForce === undefined ? reproduced : await unblocked(reproduced, inForce)
  const effects = await ruleEffects(candidates, open, benign)
  const selected = selectRules(effects, benign.length)
  // Without a policy in force, the draft alone must block: built-in defaults may change.
  const whole = PolicyFile.parse(
    withRules(
      inForce ?? NO_DEFAULTS,
      selected.map(({ rule }) => rule),
    ),
  )
  const inFront = policyGuard(whole)
  // Without a proof that succeeds, there is nothing to block.
  const repeated = reproduced.length === 0 ? [] : [...items.values()]
  const after = await replayProofs(repeated, report, request, ports, inFront)
  const controlsAfter = repeated.length === 0 ? [] : await sendControls(categories, request, seed, ports, inFront)
  // Without the declared canaries, a proof may succeed unnoticed.
  const canMiss = canariesIn(report.target) > canariesIn(request.target)
  const replays = { before, after, canMiss }
  const replayed = new Map([...items.keys()].map((id) => [id, proofOf(id, replays)]))
  // A rule without a blocked proof in this replay is no part of the draft.
  const used = selected.filter(({ blocks }) => [...blocks].some((id) => replayed.get(id)?.status === 'blocked'))
  const findings = report.findings.map((finding) => findingOf(finding, replayed))
  const rules = used.map((effect) => draftedRule(effect, report))
  const names = new Set(rules.map(({ id }) => id))
  return {
    target: report.targetUrl,
    before: { proofs: items.size, succeeded: new Set(reproduced.map(({ attackId }) => attackId)).size },
    after: { succeeded: countStatus(replayed, 'open'), blocked: countStatus(replayed, 'blocked') },
    findings,
    rules,
    dropped: candidates.map(({ id }) => id).filter((id) => !names.has(id)),
    benign: {
      sent: controlsAfter.length,
      disclosing: controlsAfter.filter((control) => !isBenign(control)).length,
      blocked: controlsAfter
        .filter(isBenign)
        .flatMap(({ isBlocked, text, guards }) => (isBlocked ? [falsePositive(text, guards)] : [])),
    },
    traffic: traffic === undefined ? null : await replayTraffic(traffic, whole),
    policy: withRules(base ?? { version: 1 }, rules),
  }
}

/**
 * Returns the policy to evaluate. The MCP gateway prefixes tools with their route, which a direct connection to the server does not know:
 * registrations of agents cannot be evaluated there.
 */
function evaluated(base: PolicyFile | undefined, { target }: RunRequest): PolicyFile | undefined {
  if (base === undefined || target.type !== 'mcp') return base
  const { agents: _agents, unregistered_agents: _unregistered, ...rest } = base
  return rest
}

/** Returns the rules that may block the proofs that succeed. */
function candidatesFor(
  { findings }: Report,
  reproduced: readonly ReplayedAttempt[],
  { target }: RunRequest,
): readonly GuardRule[] {
  const exposed = findings.map((finding) => ({
    finding,
    events: reproduced.filter(({ attackId }) => attackIds(finding).includes(attackId)).flatMap(({ events }) => events),
  }))
  return candidateRules(
    exposed.filter(({ events }) => events.length > 0),
    target,
  )
}

/** Returns the result of a report whose proofs cannot be sent: no finding is blocked. */
export function notReplayed(report: Report, base: PolicyFile | undefined): HardenResult {
  const ids = [...proofItems(report).keys()]
  const replayed = new Map<string, HardenedProof>(
    ids.map((attackId) => [attackId, { attackId, status: 'not_replayed', guards: [] }]),
  )
  return {
    target: report.targetUrl,
    before: { proofs: ids.length, succeeded: 0 },
    after: { succeeded: 0, blocked: 0 },
    findings: report.findings.map((finding) => findingOf(finding, replayed)),
    rules: [],
    dropped: [],
    benign: { sent: 0, blocked: [], disclosing: 0 },
    traffic: null,
    policy: withRules(base ?? { version: 1 }, []),
  }
}

function findingOf(finding: ReportFinding, replayed: ReadonlyMap<string, HardenedProof>): HardenedFinding {
  const proofs = attackIds(finding).flatMap((id) => replayed.get(id) ?? [])
  const { id, title, severity } = finding
  return { id, title, severity, status: statusOf(proofs), proofs }
}

function draftedRule({ rule, blocks, falsePositives }: RuleEffect, { findings }: Report): DraftedRule {
  const blocked = findings.filter((finding) => attackIds(finding).some((id) => blocks.has(id)))
  return {
    ...rule,
    findings: blocked.map(({ id }) => id),
    proofsBlocked: blocks.size,
    falsePositives: falsePositives.size,
    isHarmful: falsePositives.size > blocks.size,
  }
}

/** Returns the proofs to replay, by the id of their attack: an attack may prove several findings. */
function proofItems(report: Report): ReadonlyMap<string, ReplayItem> {
  const items = new Map<string, ReplayItem>()
  const known = new Set(report.rounds.flatMap(({ results }) => results.map(({ attack }) => attack.id)))
  for (const finding of report.findings) {
    for (const item of replayItems(report, { finding: finding.id })) items.set(item.record.attack.id, item)
  }
  for (const id of report.findings.flatMap(attackIds)) {
    if (items.has(id) || !known.has(id)) continue
    for (const item of replayItems(report, { attack: id })) items.set(id, item)
  }
  return items
}

function attackIds({ proof, proofs = [], attackIds: all }: ReportFinding): readonly string[] {
  const first = proof.attackId ?? all[0]
  const others = proofs.map(({ attackId }) => attackId)
  return [...new Set([...(first === undefined ? [] : [first]), ...others])].slice(0, PROOFS_MAX)
}

function hasSucceeded({ verdict }: Pick<ReplayedAttempt, 'verdict'>): boolean {
  return verdict === 'vulnerable' || verdict === 'partial'
}

/** Replays of all proofs, without the guard and behind it. */
interface Replays {
  readonly before: readonly ReplayedAttempt[]
  readonly after: readonly ReplayedAttempt[]
  /** Whether an attack may succeed without evidence. */
  readonly canMiss: boolean
}

/** Returns the canaries of the candidate rules. */
function canariesOf(rules: readonly GuardRule[]): readonly string[] {
  return rules.flatMap(({ entry: { settings } }) => {
    const canaries: unknown = isJsonObject(settings) ? settings['canaries'] : undefined
    return Array.isArray(canaries) ? canaries.filter((item) => typeof item === 'string') : []
  })
}

/** Returns whether a reply or a tool result contains one of the values. */
function contains(events: readonly GuardEvent[], values: readonly string[]): boolean {
  return events.some(
    (event) =>
      (event.at === 'output' || event.at === 'tool_output') && values.some((value) => event.text.includes(value)),
  )
}

function canariesIn({ canaries }: { readonly canaries?: unknown }): number {
  return Array.isArray(canaries) ? canaries.length : 0
}

function proofOf(id: string, { before, after, canMiss }: Replays): HardenedProof {
  const sent = before.filter(({ attackId }) => attackId === id)
  const succeeded = new Set(sent.filter(hasSucceeded).map(({ sentId }) => sentId))
  const again = after.filter(({ attackId, sentId }) => attackId === id && succeeded.has(sentId))
  const guards = [...new Set(again.flatMap((attempt) => attempt.guards))]
  return { attackId: id, status: proofStatus(sent, succeeded.size, again, canMiss), guards }
}

function proofStatus(
  sent: readonly ReplayedAttempt[],
  succeeded: number,
  again: readonly ReplayedAttempt[],
  canMiss: boolean,
): ProofStatus {
  if (sent.length === 0) return 'not_replayed'
  if (succeeded === 0)
    return canMiss || sent.some(({ verdict }) => verdict === 'error') ? 'inconclusive' : 'not_reproduced'
  if (again.some(hasSucceeded)) return 'open'
  // Without a decision of the guard, the target itself answered differently.
  const isGuarded = again.length > 0 && again.every(({ guards, verdict }) => guards.length > 0 && verdict !== 'error')
  return isGuarded ? 'blocked' : 'inconclusive'
}

function countStatus(proofs: ReadonlyMap<string, HardenedProof>, wanted: ProofStatus): number {
  return [...proofs.values()].filter(({ status }) => status === wanted).length
}

/** Returns the attempts that the policy in force does not block. */
async function unblocked(attempts: readonly ReplayedAttempt[], base: PolicyFile): Promise<readonly ReplayedAttempt[]> {
  const guard = policyGuard(base)
  const decided = await Promise.all(attempts.map(({ events }) => replayTrace(guard, events)))
  return attempts.filter((_, at) => decided[at]!.length === 0)
}

async function replayTraffic(traffic: readonly (readonly GuardEvent[])[], policy: PolicyFile) {
  const guard = policyGuard(policy)
  const blocked: FalsePositive[] = []
  for (const events of traffic) {
    // Sequential: bounded memory. oxlint-disable-next-line no-await-in-loop
    const guards = await replayTrace(guard, events)
    const [first] = events
    if (guards.length > 0 && first !== undefined && 'text' in first) blocked.push(falsePositive(first.text, guards))
  }
  return { checked: traffic.length, blocked }
}

function falsePositive(text: string, guards: readonly string[]): FalsePositive {
  return { text: text.slice(0, SHOWN_UNITS).toWellFormed(), guards: [...guards] }
}

/** Combines the proofs of a finding: one open proof leaves it open, and without a blocked proof it is never blocked. */
function statusOf(proofs: readonly HardenedProof[]): ProofStatus {
  const order: readonly ProofStatus[] = ['open', 'inconclusive', 'blocked', 'not_reproduced']
  return order.find((status) => proofs.some((proof) => proof.status === status)) ?? 'not_replayed'
}
