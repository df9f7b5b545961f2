import { type BuildGate, FINDING_SEVERITIES, type FindingStatus, type ScannerName } from '@gatehouse/contracts/scans'
import {
  type CoverageGap,
  classifyPaths,
  type EntryPoints,
  fingerprint,
  type Fingerprinted,
  identitiesOf,
  type Inventory,
  type MergedObservation,
  mergeObservations,
  type Observation,
} from '@gatehouse/scan-engine'
import {
  coverageOf,
  decideGate,
  distinctGaps,
  type GateInput,
  gateTraitsOf,
  gateUnanalysed,
  unanalysedCode,
} from '@gatehouse/scan-engine/gate'
import type { IgnoreLine } from '@gatehouse/sast'
import {
  type Baseline,
  type Fingerprints,
  type KnownRow,
  matchVersion,
  type NewFinding,
  type ScanPackages,
  type Settlement,
  type SettleInput,
} from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { coverageGapObservations } from './gap-observations.ts'
import { withCarried, withTwins } from './settle-import.ts'
import { countedProgress, type ScannerEnd, withEndsIn } from './settled-progress.ts'
import { countsSuppression, gateSuppressions, storedSuppressions, type SuppressionRules } from './suppressing.ts'
import { type LookedUpIn, packInventory, type PartResult } from './shard-results.ts'

/** Own limit of findings per scan; the most severe ones are kept. */
export const FINDINGS_MAX = 200_000

export interface ScanObservations {
  readonly observations: readonly MergedObservation[]
  readonly gaps: readonly CoverageGap[]
  /** Present if packages were scanned. */
  readonly inventory?: Inventory
  /** Advisory snapshot of the lookup; the oldest if there were several. */
  readonly lookedUpIn?: LookedUpIn
  /** Results of scanners at the end of the scan. */
  readonly ends?: readonly ScannerEnd[]
  /** Lines of ignore files in the source. Absent if no scanner uses them. */
  readonly ignoreLines?: readonly IgnoreLine[]
  /** Language of most of the source. */
  readonly primaryLanguage?: string
  /** Entry points of the program according to manifests in the source. */
  readonly entryPoints?: EntryPoints
}

/** Project settings that affect the decision. */
export interface SettleRules {
  readonly gate: BuildGate
  readonly reduceNonProduction: boolean
}

/**
 * Merges the results of all shards in display order: by severity, then by location. Keeps up to twice the limit of a scan in memory.
 * @throws the signal's reason when it fires
 */
export async function collectResults(
  results: AsyncIterable<PartResult> | Iterable<PartResult>,
  before: readonly CoverageGap[],
  signal?: AbortSignal,
  findings_max = FINDINGS_MAX,
): Promise<ScanObservations> {
  let observations: (Observation | MergedObservation)[] = []
  let left = 0
  const gaps = [...before]
  const lookedUpIn: LookedUpIn[] = []
  const ends: ScannerEnd[] = []
  let inventory: Inventory | undefined
  const keepWorst = (): readonly MergedObservation[] => {
    const merged = mergeObservations(observations).toSorted((a, b) => rank(a) - rank(b))
    left += Math.max(0, merged.length - findings_max)
    return merged.length > findings_max ? merged.slice(0, findings_max) : merged
  }
  for await (const result of results) {
    signal?.throwIfAborted()
    for (const observation of result.observations) observations.push(observation)
    if (observations.length > 2 * findings_max) observations = [...keepWorst()]
    for (const gap of result.gaps) gaps.push(gap)
    inventory = result.inventory ?? inventory
    if (result.lookedUpIn !== undefined) lookedUpIn.push(result.lookedUpIn)
    const { scanner, isWhole = true } = result
    if (result.ends === true && scanner !== undefined)
      ends.push({ scanner, findings: result.observations.length, isWhole })
  }
  const [oldest] = lookedUpIn.toSorted((a, b) => ((a.importedAt ?? '') < (b.importedAt ?? '') ? -1 : 1))
  // An online service has no snapshots.
  const states = new Set(lookedUpIn.flatMap(({ snapshot, importedAt }) => (importedAt === undefined ? [] : snapshot)))
  if (states.size > 1) gaps.push({ scanner: 'SCA', reason: 'skipped', detail: SEVERAL })
  const covering = lookedUpIn.find(({ coverage }) => coverage !== undefined)
  const kept = keepWorst()
  const detail = `${left} findings exceed the limit per scan; those with the lowest severity were dropped.`
  if (left > 0) gaps.push({ scanner: kept[0]!.scanner, reason: 'too_large', detail })
  return {
    observations: kept,
    gaps: distinctGaps(gaps),
    ends,
    ...(inventory === undefined ? {} : { inventory }),
    ...(oldest === undefined ? {} : { lookedUpIn: { ...oldest, coverage: covering?.coverage } }),
  }
}

const SEVERAL = 'Advisories were updated during the scan, so packages were checked against different versions.'
/** Settlement with the gate's inputs beside findings and gaps. */
export interface DecidedSettlement extends Settlement {
  readonly gateInput: Pick<GateInput, 'suppressions' | 'unanalysed'>
}

/**
 * Decides the result of a scan: findings with fingerprints for later scans, with their earlier triage, and the gate's decision.
 * @param stays see `fingerprint`
 */
export async function decideSettlement(
  scan: Pick<ScanRow, 'status' | 'scanType' | 'source'>,
  { gate, reduceNonProduction }: SettleRules,
  seen: ScanObservations,
  input: SettleInput,
  stays?: (filePath: string) => boolean,
): Promise<DecidedSettlement> {
  const { gaps, inventory, lookedUpIn, ends = [], ignoreLines, primaryLanguage, entryPoints } = seen
  const { known, baseline, hadBefore, progress: ofShards } = input
  const observations = classifyPaths(seen.observations, reduceNonProduction, entryPoints)
  const earlier = await known(observations.flatMap(identitiesOf))
  const { marked, known: all } = await withTwins(fingerprint(observations, earlier, stays), earlier, scan, input)
  const statusOf = new Map(all.map((item) => [item.fingerprint, item]))
  const had = await hadBefore(marked.map((item) => item.fingerprint))
  const { suppressions, rules } = await suppressionsOf(marked, ignoreLines, gate, input)
  const own = marked.map((item) =>
    findingOf(
      item,
      statusOf.get(item.fingerprint),
      rules,
      isNewIn(baseline, had, item.observation.seenBy, item.fingerprint),
    ),
  )
  const { findings, progress } = await withCarried(
    own,
    countedProgress(withEndsIn(ofShards, ends), observations),
    scan,
    input,
  )
  const failed = Object.entries(progress).flatMap(([name, state]) => (state.status === 'FAILED' ? [name] : []))
  const isStopped = scan.status === 'STOPPED'
  const scanStatus = failed.length === 0 ? 'COMPLETED' : 'FAILED'
  const gateInput = {
    suppressions: gateSuppressions(suppressions, rules),
    unanalysed: gateUnanalysed(gaps, scan.source.kind === 'git'),
  }
  const decision = decideGate({
    gate,
    findings: findings.map((finding) => ({ ...finding, ...gateTraitsOf(metadataOf(finding)) })),
    scanStatus,
    ...coverageOf(gaps),
    ...gateInput,
  })
  return {
    findings: [...findings, ...coverageGapFindings(gaps)],
    status: isStopped ? 'STOPPED' : scanStatus,
    gateResult: isStopped ? 'PENDING' : decision.gateResult,
    gateReasons: isStopped ? [] : decision.gateReasons,
    errorMessage: failed.length === 0 ? null : `Part of the source was not scanned: ${failed.join(', ')} failed.`,
    isWhole: scan.source.kind === 'import' ? scan.source.isComplete : scan.scanType !== 'INCREMENTAL',
    unanalysed: unanalysedCode(gaps).files.flatMap(({ path, extent }) => (extent === 'file' ? [path] : [])),
    advisories: lookedUpIn?.snapshot ?? null,
    advisoryCoverage: lookedUpIn?.coverage,
    progress,
    ...(scan.source.kind === 'import' ? {} : { suppressions }),
    gateInput,
    ...(primaryLanguage === undefined ? {} : { primaryLanguage }),
    ...(inventory === undefined ? {} : { packages: packagesOf(inventory, lookedUpIn) }),
  }
}

async function suppressionsOf(
  marked: readonly Fingerprinted[],
  ignoreLines: readonly IgnoreLine[] = [],
  { allowSuppressions: allow }: BuildGate,
  { standings, baseRole: role }: SettleInput,
) {
  const suppressions = storedSuppressions(
    marked.filter(({ observation }) => observation.suppression !== undefined),
    ignoreLines,
  )
  const rules = { allow, role, standings: await standings(suppressions.map(({ key }) => key)) }
  return { suppressions, rules }
}

/** Converts a finding to its stored form. @param said earlier triage */
function findingOf(
  fingerprinted: Fingerprinted,
  said: Pick<KnownRow, 'status' | 'statusNote'> | undefined,
  rules: SuppressionRules,
  isNew: boolean,
): NewFinding {
  const { observation, status, note } = suppressed(fingerprinted, said?.status ?? 'OPEN', rules)
  const statusNote = note ?? said?.statusNote ?? null
  return {
    ...rowOf(observation),
    fingerprint: fingerprinted.fingerprint,
    identity: fingerprinted.identity,
    status,
    statusNote,
    isNew,
    isGap: false,
  }
}

/** Applies a suppression to a finding: a valid suppression is an accepted risk while its comment exists. */
function suppressed(
  { observation, fingerprint: mark }: Fingerprinted,
  status: FindingStatus,
  rules: SuppressionRules,
): { readonly observation: MergedObservation; readonly status: FindingStatus; readonly note?: string } {
  const { suppression } = observation
  if (suppression === undefined) return { observation, status }
  const counts = countsSuppression(mark, rules)
  const shown = { ...observation, metadata: { ...observation.metadata, suppression: { ...suppression, counts } } }
  if (!counts || status !== 'OPEN') return { observation: shown, status }
  const note = `Suppressed by a ${suppression.marker} comment${suppression.reason === undefined ? '.' : `: ${suppression.reason}`}`
  return { observation: shown, status: 'ACCEPTED_RISK', note }
}

/** Returns the metadata of a finding to store. */
export function metadataOf({ details: { metadata } }: Pick<NewFinding, 'details'>): Readonly<Record<string, unknown>> {
  return typeof metadata === 'object' && metadata !== null ? { ...metadata } : {}
}

/** Each scanner is compared with its own last scan. Without a previous scan, no finding is new. */
function isNewIn(scans: Baseline | undefined, had: Fingerprints, by: readonly ScannerName[], mark: string): boolean {
  const ids = by.flatMap((name) => scans?.scanOf.get(name) ?? [])
  return ids.length > 0 && !ids.some((id) => had.get(id)?.has(mark))
}

function packagesOf(inventory: Inventory, lookedUpIn: LookedUpIn | undefined): ScanPackages {
  const { snapshot: id, importedAt } = lookedUpIn ?? {}
  return {
    inventory: packInventory(inventory),
    count: inventory.components.length,
    matchedWith: id === undefined || importedAt === undefined ? null : matchVersion({ importedAt, id }),
  }
}

function rowOf(merged: MergedObservation) {
  const { description, snippet, startColumn, endColumn, cweId, owasp, metadata, seenBy } = merged
  return {
    scanner: merged.scanner,
    ruleId: merged.ruleId,
    severity: merged.severity,
    title: merged.title,
    filePath: merged.filePath,
    startLine: merged.startLine,
    endLine: merged.endLine,
    cveId: merged.cveId ?? null,
    confidence: merged.confidence,
    details: { description, snippet, startColumn, endColumn, cweId, owasp, metadata, seenBy },
  }
}

/** Converts coverage gaps to findings. */
function coverageGapFindings(gaps: readonly CoverageGap[]): NewFinding[] {
  return fingerprint(coverageGapObservations(gaps)).map(({ observation, identity, fingerprint: mark }) => ({
    ...rowOf(observation),
    fingerprint: mark,
    identity,
    status: 'OPEN',
    statusNote: null,
    isNew: false,
    isGap: true,
  }))
}

function rank({ severity }: Observation): number {
  return FINDING_SEVERITIES.indexOf(severity)
}
