import { wilson } from '@gatehouse/kernel'
import { createHash } from 'node:crypto'
import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { ReportFinding } from '@gatehouse/contracts/reports'
import type { Category } from '../engine/category.ts'
import type { Evidence, Judgement, ReplyRange } from '../engine/judge.ts'
import { BASE_STRATEGY } from '../engine/make-attack.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import { mergedRanges } from '../judges/sight/places.ts'
import { boundedText, boundedRanges, boundedLength, type Mask } from './bound.ts'
import { guardPolicyOf, type KnownOfTarget } from './guard-policy.ts'
import { replayRequests, type ReplayConversation } from './replay/requests.ts'
import { curlScript, nodeScript } from './replay/scripts.ts'
import { evidenceOfCause, type RootCause, rootCausesOf } from './root-cause.ts'
import { isGivenToControls, severityOf } from './severity.ts'
import { evidenceCode, titleOf } from './titles.ts'

const ID_CHARS = 16
/** A target may name its tools as it likes. */
const SUBJECT_BYTES = 200
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

/** Successful attacks that show one weakness. */
interface Cluster {
  readonly cause: RootCause
  readonly records: readonly AttemptRecord[]
}

/**
 * Groups attacks into weaknesses by root cause: a secret that attacks of many categories disclose is one finding with many proofs. Sorted
 * by severity, highest first, then by name, so that the same run produces the same list.
 */
export function findingsOf(records: readonly AttemptRecord[], about: FindingsAbout): readonly ReportFinding[] {
  const attacks = records.filter(({ attempt }) => attempt.kind !== 'benign')
  const findings = clustersOf(attacks, about).map((cluster) => findingOf(cluster, attacks, about))
  const rank = ({ severity }: ReportFinding): number => ['critical', 'high', 'medium', 'low', 'info'].indexOf(severity)
  return findings.toSorted(
    (a, b) => rank(a) - rank(b) || compareText(a.category, b.category) || compareText(a.id, b.id),
  )
}

function clustersOf(
  attacks: readonly AttemptRecord[],
  { categories }: Pick<FindingsAbout, 'categories'>,
  isMainOnly = false,
): readonly Cluster[] {
  const mappingOf = (name: string): readonly string[] => categories.get(name)?.mappings.owaspLlm2025 ?? []
  const clusters = new Map<string, { cause: RootCause; records: AttemptRecord[] }>()
  for (const record of attacks.filter(hasSucceeded)) {
    const causes = rootCausesOf(record, mappingOf)
    for (const cause of isMainOnly ? causes.slice(0, 1) : causes) {
      const key = JSON.stringify(cause.key)
      const cluster = clusters.get(key) ?? { cause, records: [] }
      clusters.set(key, cluster)
      cluster.records.push(record)
    }
  }
  return [...clusters.values()]
}

function findingOf(
  { cause, records }: Cluster,
  attacks: readonly AttemptRecord[],
  about: FindingsAbout,
): ReportFinding {
  const ids = [...new Set(records.map(({ attempt }) => attempt.attack.id))]
  const best = bestOf(records, about.proofs)
  const mappingOf = (name: string): readonly string[] => about.categories.get(name)?.mappings.owaspLlm2025 ?? []
  const oracle = evidenceOfCause(best, cause, mappingOf)
  const evidence = oracle?.code ?? evidenceCode(best)
  const name = cause.category?.name ?? best.attempt.attack.category
  const own = about.categories.get(best.attempt.attack.category)
  const category = cause.category ?? own
  const { severity, reason } = severityOf(records, cause.content)
  const strategies = [...new Set(records.map(({ attempt }) => attempt.attack.strategy))].toSorted()
  const categories = [...new Set(records.map(({ attempt }) => attempt.attack.category))].toSorted()
  const id = idOf(cause.key)
  const guards = [...new Set([...(category?.guards ?? []), ...(own?.guards ?? [])])]
  return {
    id,
    formerIds: [
      ...new Set(records.map((record) => idOf([record.attempt.attack.category, evidenceCode(record)]))),
    ].filter((former) => former !== id),
    category: name,
    categories,
    rootCause: {
      kind: cause.kind,
      ...(cause.subject === undefined ? {} : { subject: boundedText(cause.subject, about.mask, SUBJECT_BYTES) }),
    },
    severity,
    severityReason: reason,
    evidence,
    title: titleOf(cause, category, name, evidence, about.mask),
    description: [
      category?.description ?? best.attempt.attack.description,
      `${ids.length} ${ids.length === 1 ? 'attack' : 'different attacks'}${categoryCount(categories)} succeeded${strategyNames(strategies)}.`,
      ...(oracle === undefined ? [] : [boundedText(oracle.detail, about.mask)]),
      ...excerptOf(oracle).map((text) => `Excerpt: “${boundedText(text, about.mask)}”.`),
      ...best.judgement.evidence.filter(isGivenToControls).map(({ detail }) => detail),
    ].join(' '),
    remediation: category?.remediation ?? '',
    confidence: Math.max(...records.map(({ judgement }) => judgement.confidence)),
    reproduced: reproducedOf(new Set(ids), attacks),
    attackIds: ids.slice(0, ATTACKS_NAMED_MAX),
    strategies,
    proofs: proofsOf(records),
    proof: proofOf(best, isMainOf(cause, best, about) ? about : { ...about, proofs: new Map() }),
    guardPolicy: category === undefined ? null : guardPolicyOf(guards, knownOf(about)),
    owasp: [...(category?.mappings.owaspLlm2025 ?? [])],
    asi: [...(category?.mappings.asi ?? [])],
    atlas: [...(category?.mappings.atlas ?? [])],
  }
}

function idOf(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, ID_CHARS)
}

/** A minimized conversation shows the main weakness of its attack, and not necessarily the others. */
function isMainOf(cause: RootCause, record: AttemptRecord, { categories }: FindingsAbout): boolean {
  const [main] = rootCausesOf(record, (name) => categories.get(name)?.mappings.owaspLlm2025 ?? [])
  return JSON.stringify(main.key) === JSON.stringify(cause.key)
}

/** Lists the attacks that show a weakness, each category first once. */
function proofsOf(records: readonly AttemptRecord[]): NonNullable<ReportFinding['proofs']> {
  const attacks = [...new Map(records.map(({ attempt: { attack } }) => [attack.id, attack])).values()]
  const firsts = new Set([...Map.groupBy(attacks, ({ category }) => category).values()].map(([first]) => first))
  return [...firsts, ...attacks.filter((attack) => !firsts.has(attack))]
    .slice(0, ATTACKS_NAMED_MAX)
    .map((attack) => ({ attackId: attack!.id, category: attack!.category, strategy: attack!.strategy }))
}

function categoryCount(categories: readonly string[]): string {
  return categories.length === 1 ? '' : ` of ${categories.length} categories`
}

function knownOf({ runTarget, systemPrompt, mask }: FindingsAbout): KnownOfTarget {
  const prompt = systemPrompt === undefined ? undefined : mask(systemPrompt)
  return { allowedTools: runTarget?.allowedTools, systemPrompt: prompt }
}

/** Of each weakness the record that shows it best, in the order in which they were seen. */
export function bestRecords(
  records: readonly AttemptRecord[],
  categories: ReadonlyMap<string, Category>,
): readonly AttemptRecord[] {
  const attacks = records.filter(({ attempt }) => attempt.kind !== 'benign' && attempt.kind !== 'proof')
  return clustersOf(attacks, { categories }, true).map((cluster) => bestOf(cluster.records, new Map()))
}

/** Returns the relevant excerpt of a long reply: one instruction among the descriptions of twenty tools is hard to find. */
function excerptOf(oracle: Evidence | undefined): readonly string[] {
  return oracle?.code === 'part_in_reply' && oracle.excerpt !== undefined ? [oracle.excerpt] : []
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
      reply: at + 1 === length ? hide(shorter.reply) : '',
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

function strategyNames(strategies: readonly string[]): string {
  const told = strategies.map((strategy) => (strategy === BASE_STRATEGY ? 'no transformation' : strategy))
  return ` (${told.length === 1 ? 'strategy' : 'strategies'}: ${told.join(', ')})`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
