import { wilson } from '@gatehouse/kernel'
import { createHash } from 'node:crypto'
import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { ReportFinding } from '@gatehouse/contracts/reports'
import secretDisclosure from '../categories/data/secret-disclosure.ts'
import type { Category } from '../engine/category.ts'
import type { Evidence, Judgement, ReplyRange } from '../engine/judge.ts'
import { BASE_STRATEGY } from '../engine/make-attack.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import { mergedRanges } from '../judges/sight/places.ts'
import { boundedText, boundedRanges, boundedLength, type Mask } from './bound.ts'
import { guardPolicyOf, type KnownOfTarget } from './guard-policy.ts'
import { replayRequests, type ReplayConversation } from './replay/requests.ts'
import { curlScript, nodeScript } from './replay/scripts.ts'
import { isGivenToControls, severityOf } from './severity.ts'

const ID_CHARS = 16
/** Maximum number of named attacks; the records contain the rest. */
const ATTACKS_NAMED_MAX = 100
/** A proof must be complete for a replay, so that its limit is higher than that of a record. */
const PROOF_TEXT_BYTES = 256 * 1024

/** Shorter conversation that proved sufficient. */
export interface Proof {
  readonly turns: readonly string[]
  readonly reply: string
  /** Ranges of the evidence in the reply. */
  readonly spans?: readonly ReplyRange[]
}

export interface FindingsAbout {
  readonly categories: ReadonlyMap<string, Category>
  /** Request format of the target; undefined: no scripts are created. */
  readonly runTarget: RunTarget | undefined
  /** By attack id, where minimization found shorter conversations. */
  readonly proofs: ReadonlyMap<string, Proof>
  readonly mask: Mask
  /** System prompt of the target: configured by its owner, or inferred from its replies. */
  readonly systemPrompt?: string | undefined
}

/**
 * Groups attacks into weaknesses: same category and same kind of evidence. Sorted by severity, highest first, then by name, so that the
 * same run produces the same list.
 */
export function findingsOf(records: readonly AttemptRecord[], about: FindingsAbout): readonly ReportFinding[] {
  const attacks = records.filter(({ attempt }) => attempt.kind !== 'benign')
  const clusters = Map.groupBy(attacks.filter(hasSucceeded), (record) => JSON.stringify(clusterOf(record)))
  const findings = [...clusters.values()].map((some) => findingOf(some, attacks, about))
  const rank = ({ severity }: ReportFinding): number => ['critical', 'high', 'medium', 'low', 'info'].indexOf(severity)
  return findings.toSorted(
    (a, b) => rank(a) - rank(b) || compareText(a.category, b.category) || compareText(a.id, b.id),
  )
}

function findingOf(
  cluster: readonly AttemptRecord[],
  attacks: readonly AttemptRecord[],
  about: FindingsAbout,
): ReportFinding {
  const [name, evidence] = clusterOf(cluster[0]!)
  const category = about.categories.get(name)
  const ids = [...new Set(cluster.map(({ attempt }) => attempt.attack.id))]
  const best = bestOf(cluster, about.proofs)
  const { severity, reason } = severityOf(cluster)
  const strategies = [...new Set(cluster.map(({ attempt }) => attempt.attack.strategy))].toSorted()
  const oracle = best.judgement.evidence[0]
  const isByCatch = evidence.startsWith('canary_') && cluster.every(isUnrelatedDisclosure)
  // Confining file access does not protect a secret in the prompt.
  const repaired = isByCatch ? secretDisclosure : category
  return {
    id: createHash('sha256')
      .update(JSON.stringify([name, evidence]))
      .digest('hex')
      .slice(0, ID_CHARS),
    category: name,
    severity,
    severityReason: reason,
    evidence,
    title: `${category?.title ?? name}: ${isByCatch ? BY_CATCH_TITLE : titleOf(evidence)}`,
    description: [
      category?.description ?? best.attempt.attack.description,
      `${ids.length} ${ids.length === 1 ? 'attack' : 'different attacks'} succeeded${strategyNames(strategies)}.`,
      ...(oracle === undefined ? [] : [boundedText(oracle.detail, about.mask)]),
      ...excerptOf(oracle).map((text) => `Excerpt: “${boundedText(text, about.mask)}”.`),
      ...best.judgement.evidence.filter(isGivenToControls).map(({ detail }) => detail),
    ].join(' '),
    remediation: repaired?.remediation ?? '',
    confidence: Math.max(...cluster.map(({ judgement }) => judgement.confidence)),
    reproduced: reproducedOf(new Set(ids), attacks),
    attackIds: ids.slice(0, ATTACKS_NAMED_MAX),
    strategies,
    proof: proofOf(best, about),
    guardPolicy: repaired === undefined ? null : guardPolicyOf(repaired.guards, knownOf(about)),
    owasp: [...(category?.mappings.owaspLlm2025 ?? [])],
    asi: [...(category?.mappings.asi ?? [])],
    atlas: [...(category?.mappings.atlas ?? [])],
  }
}

function knownOf({ runTarget, systemPrompt, mask }: FindingsAbout): KnownOfTarget {
  const prompt = systemPrompt === undefined ? undefined : mask(systemPrompt)
  return { allowedTools: runTarget?.allowedTools, systemPrompt: prompt }
}

/** Of each weakness the record that shows it best, in the order in which they were seen. */
export function bestRecords(records: readonly AttemptRecord[]): readonly AttemptRecord[] {
  const attacks = records.filter(({ attempt }) => attempt.kind !== 'benign' && attempt.kind !== 'proof')
  const clusters = Map.groupBy(attacks.filter(hasSucceeded), (record) => JSON.stringify(clusterOf(record)))
  return [...clusters.values()].map((some) => bestOf(some, new Map()))
}

/** Returns the relevant excerpt of a long reply: one instruction among the descriptions of twenty tools is hard to find. */
function excerptOf(oracle: Evidence | undefined): readonly string[] {
  return oracle?.code === 'part_in_reply' && oracle.excerpt !== undefined ? [oracle.excerpt] : []
}

/** Returns whether a secret was disclosed that the attack did not request: a fix of the attack's category does not cover it. */
function isUnrelatedDisclosure({ attempt }: AttemptRecord): boolean {
  return attempt.kind !== 'custom' && !attempt.attack.oracles.some(({ kind }) => kind === 'canary')
}

/** Returns category and kind of evidence. */
function clusterOf({ attempt, judgement }: AttemptRecord): readonly [category: string, evidence: string] {
  return [attempt.attack.category, judgement.evidence[0]?.code ?? judgement.kind]
}

function hasSucceeded({ judgement }: AttemptRecord): boolean {
  return judgement.verdict === 'vulnerable' || judgement.verdict === 'partial'
}

/** Returns the clearest attack: full success before partial, then highest confidence, then shortest. */
function bestOf(cluster: readonly AttemptRecord[], proofs: FindingsAbout['proofs']): AttemptRecord {
  const isPartial = ({ judgement }: AttemptRecord): number => (judgement.verdict === 'partial' ? 1 : 0)
  const turns = ({ attempt }: AttemptRecord): readonly string[] =>
    proofs.get(attempt.attack.id)?.turns ?? attempt.attack.turns
  const [best] = cluster.toSorted(
    (a, b) =>
      isPartial(a) - isPartial(b) ||
      b.judgement.confidence - a.judgement.confidence ||
      turns(a).length - turns(b).length ||
      turns(a).join('').length - turns(b).join('').length ||
      compareText(a.attempt.key, b.attempt.key),
  )
  return best!
}

/** Returns the ranges of the evidence in the last reply of a conversation. */
export function lastReplyRanges({ evidence }: Judgement, turns: number): readonly ReplyRange[] {
  return mergedRanges(evidence.flatMap(({ turn, spans = [] }) => (turn === turns - 1 ? spans : [])))
}

function proofOf({ attempt, exchange, judgement }: AttemptRecord, { proofs, runTarget, mask }: FindingsAbout) {
  const shorter = proofs.get(attempt.attack.id)
  const hide = (text: string): string => boundedText(text, mask, PROOF_TEXT_BYTES)
  const { attack } = attempt
  const turns =
    shorter?.turns.map((sent, at, { length }) => ({
      sent: hide(sent),
      reply: at + 1 === length ? shorter.reply : '',
    })) ??
    // Without the history, which the scripts write into the message when the target accepts none.
    exchange.turns.map(({ sent, reply }, at) => ({ sent: hide(attack.turns[at] ?? sent), reply: hide(reply.text) }))
  const before = (exchange.before ?? []).map(({ sent, reply }) => ({ sent: hide(sent), reply: hide(reply.text) }))
  const conversation: ReplayConversation = {
    before,
    history: attack.history.map(({ role, content }) => ({ role, content: hide(content) })),
    turns,
  }
  const requests = runTarget === undefined ? undefined : replayRequests(runTarget, conversation)
  const { plants, sinkUrl } = attack
  const reply = shorter?.reply ?? exchange.turns.at(-1)?.reply.text ?? ''
  const spans = shorter === undefined ? lastReplyRanges(judgement, exchange.turns.length) : (shorter.spans ?? [])
  const places = boundedRanges(reply, spans, mask, boundedLength(mask(reply), boundedText(reply, mask)))
  const isServed = plants.length > 0 || (sinkUrl !== undefined && turns.some(({ sent }) => sent.includes(sinkUrl)))
  return {
    attackId: attack.id,
    ...(before.length === 0 ? {} : { before: before.map(({ sent }) => sent) }),
    turns: turns.map(({ sent }) => sent),
    reply: boundedText(reply, mask),
    ...(places.length === 0 ? {} : { spans: places.map((item) => ({ ...item })) }),
    curl: curlScript(requests, isServed),
    node: nodeScript(requests, isServed),
  }
}

/** Counts how often the attacks of a finding succeed over all their repetitions, including failed ones. */
function reproducedOf(ids: ReadonlySet<string>, attacks: readonly AttemptRecord[]): ReportFinding['reproduced'] {
  const own = attacks.filter(({ attempt }) => ids.has(attempt.attack.id))
  const judged = own.filter((item) => hasSucceeded(item) || item.judgement.verdict === 'defended').length
  const succeeded = own.filter(hasSucceeded).length
  return { succeeded, judged, ...wilson(succeeded, judged) }
}

const BY_CATCH_TITLE = 'secret disclosed as a side effect'
const TITLES: Readonly<Record<string, string>> = {
  marker_in_reply: 'attack instruction followed',
  marker_begun: 'attack instruction partially followed',
  program_was_run: 'attack code executed',
  part_in_reply: 'response contains evidence of success',
  reply_long: 'response far longer than usual',
  reply_slow: 'response far slower than usual',
  answer_changed: 'response to the same request changed',
  canary_in_replies: 'secret disclosed over several responses',
  canary_partly_in_reply: 'part of a secret disclosed',
  honest_wish_refused: 'benign request refused',
  canary_in_reply: 'secret disclosed',
  system_prompt_in_reply: 'system prompt repeated',
  sink_hit: 'request sent to an attacker URL',
  tool_called: 'unauthorized tool call',
  state_changed: 'target state changed',
  criteria_met: 'success criteria met, according to model judges',
  policy_broken: 'run policy violated, according to model judges',
}

function titleOf(evidence: string): string {
  return Object.hasOwn(TITLES, evidence) ? TITLES[evidence]! : evidence.replaceAll('_', ' ')
}

function strategyNames(strategies: readonly string[]): string {
  const told = strategies.map((strategy) => (strategy === BASE_STRATEGY ? 'no transformation' : strategy))
  return ` (${told.length === 1 ? 'strategy' : 'strategies'}: ${told.join(', ')})`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
