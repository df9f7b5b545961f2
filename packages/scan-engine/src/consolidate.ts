import { FINDING_SEVERITIES, type ScannerName } from '@gatehouse/contracts/scans'
import type { Observation, SourceRange } from './observation.ts'

/** Observation with those that it replaces: the same weakness at the same location, reported by other rules. */
export type Consolidated<Seen extends Observation> = Omit<Seen, 'yields' | 'value' | 'subject'>

/** Another rule that reported the weakness of a finding. */
export interface AlsoReported {
  readonly ruleId: string
  readonly title: string
  readonly line: number
}

type Family = 'credential' | 'hash' | 'cookie' | 'deserialization'

/** Weaknesses that several rules report for one value, by CWE. */
const FAMILIES: ReadonlyMap<string, Family> = new Map(
  (
    [
      ['credential', '259 321 798'],
      ['hash', '328 759 760 916'],
      ['cookie', '614 1004 1275'],
      ['deserialization', '502'],
    ] as const
  ).flatMap(([family, cwes]) => cwes.split(' ').map((cwe) => [`CWE-${cwe}`, family] as const)),
)

/** Weaknesses that run the attacker's code. Cross-site scripting in the same expression is then redundant. */
const CODE_EXECUTION: ReadonlySet<string> = new Set(['CWE-78', 'CWE-94', 'CWE-95', 'CWE-96', 'CWE-502', 'CWE-1336'])
const CROSS_SITE_SCRIPTING: ReadonlySet<string> = new Set(['CWE-79', 'CWE-80'])

/** Own limit for the earlier findings of a file that one is compared with; more do not overlap in handwritten code. */
const NEIGHBOURS_MAX = 64

/** Rules listed with a finding. */
const ALSO_REPORTED_MAX = 10

/**
 * Keeps one observation for each weakness of a location, and lists the others in `metadata.alsoReportedBy`. Suppressed observations
 * neither replace others nor are replaced.
 */
export function consolidate<Seen extends Observation>(observations: readonly Seen[]): readonly Consolidated<Seen>[] {
  const absorber = new Map<Seen, Seen>()
  const open = observations.filter(({ suppression, cweId }) => suppression === undefined && cweId !== undefined)
  for (const inFile of Map.groupBy(open, ({ filePath }) => filePath).values()) absorbInFile(inFile, absorber)
  const absorbed = Map.groupBy(absorber.keys(), (item) => rootOf(absorber, item))
  return observations.flatMap((observation) =>
    absorber.has(observation) ? [] : [withAbsorbed(observation, absorbed.get(observation) ?? [])],
  )
}

/** Returns the remaining observation of a chain. */
function rootOf<Seen>(absorber: ReadonlyMap<Seen, Seen>, seen: Seen): Seen {
  let root = seen
  for (let next = absorber.get(root); next !== undefined; next = absorber.get(root)) root = next
  return root
}

function absorbInFile<Seen extends Observation>(inFile: readonly Seen[], absorber: Map<Seen, Seen>): void {
  if (inFile.length < 2) return
  const sorted = inFile.toSorted(
    (a, b) =>
      a.startLine - b.startLine ||
      (a.startColumn ?? 0) - (b.startColumn ?? 0) ||
      compare(a.ruleId, b.ruleId) ||
      compare(JSON.stringify(a.identity), JSON.stringify(b.identity)),
  )
  const bySubject = Map.groupBy(sorted, ({ subject, cweId }) => (subject === undefined ? '' : `${cweId} ${subject}`))
  for (const [subject, same] of bySubject)
    if (subject !== '') for (const item of same.slice(1)) absorber.set(item, same[0]!)
  const flows = Map.groupBy(
    sorted.filter(({ metadata }) => metadata.dataFlow !== undefined),
    ({ cweId }) => cweId,
  )
  for (const item of sorted) {
    if (item.yields !== true || absorber.has(item)) continue
    const flow = flows.get(item.cweId)?.find((other) => other !== item && isMoreSpecific(other, item))
    if (flow !== undefined && rootOf(absorber, flow) !== item) absorber.set(item, flow)
  }
  for (const [index, item] of sorted.entries()) {
    for (const other of sorted.slice(Math.max(0, index - NEIGHBOURS_MAX), index)) {
      if (absorber.has(item)) break
      if (absorber.has(other)) continue
      const [graver, milder] = ranked(other, item)
      if (isSameWeakness(graver, milder) || coversPage(graver, milder)) absorber.set(milder, graver)
      else if (coversPage(milder, graver)) absorber.set(graver, milder)
    }
  }
}

/** Returns whether a data flow is more specific than a yielding observation: it ends in the same lines, or contains the location. */
function isMoreSpecific(flow: Observation, observation: Observation): boolean {
  const { dataFlow } = observation.metadata
  if (dataFlow === undefined) return flow.startLine <= observation.endLine && flow.endLine >= observation.startLine
  if (flow.yields === true || flow.ruleId !== observation.ruleId) return false
  const place = rangeOf(observation)
  const isPassed = (flow.metadata.dataFlow ?? []).some(
    ({ filePath, role, line, column, endLine = line, endColumn = column }) =>
      role === 'step' && filePath === observation.filePath && contains({ line, column, endLine, endColumn }, place),
  )
  return isPassed || contains(rangeOf(flow), place)
}

/** Orders two observations: by severity, then a secret before code that uses it, a data flow before a pattern, then by confidence. */
function ranked<Seen extends Observation>(a: Seen, b: Seen): readonly [Seen, Seen] {
  const order =
    FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
    Number(b.scanner === 'SECRETS_PATTERN') - Number(a.scanner === 'SECRETS_PATTERN') ||
    Number(b.metadata.dataFlow !== undefined) - Number(a.metadata.dataFlow !== undefined) ||
    b.confidence - a.confidence
  return order <= 0 ? [a, b] : [b, a]
}

/** Returns whether two observations concern one value: a credential, a hashed value, a cookie, a deserialized value. */
function isSameWeakness(a: Observation, b: Observation): boolean {
  const family = FAMILIES.get(a.cweId!)
  if (family === undefined || family !== FAMILIES.get(b.cweId!)) return false
  if (family === 'credential') {
    // Two secrets are two findings, and code is about the value that its rule names.
    if (a.scanner === b.scanner && a.scanner === 'SECRETS_PATTERN') return false
    return isOverlapping(a.value ?? rangeOf(a), b.value ?? rangeOf(b)) && isKnownValue(a) && isKnownValue(b)
  }
  const [first, second] = [rangeOf(a), rangeOf(b)]
  return contains(first, second) || contains(second, first)
}

function isKnownValue({ scanner, value }: Observation): boolean {
  return scanner === 'SECRETS_PATTERN' || value !== undefined
}

/** Returns whether code execution in the expression that reaches a page covers cross-site scripting there. */
function coversPage(graver: Observation, page: Observation): boolean {
  if (graver.severity !== 'CRITICAL' || graver.metadata.dataFlow === undefined) return false
  if (!CODE_EXECUTION.has(graver.cweId!) || !CROSS_SITE_SCRIPTING.has(page.cweId!)) return false
  return contains(rangeOf(page), rangeOf(graver))
}

function withAbsorbed<Seen extends Observation>(seen: Seen, absorbed: readonly Seen[]): Consolidated<Seen> {
  const { yields: _yields, value: _value, subject: _subject, ...result } = seen
  if (absorbed.length === 0) return result
  const others = absorbed.filter(({ ruleId }) => ruleId !== seen.ruleId)
  const reported: AlsoReported[] = others.map(({ ruleId, title, startLine }) => ({ ruleId, title, line: startLine }))
  const distinct = [...new Map(reported.map((other) => [`${other.ruleId} ${other.line}`, other])).values()]
  const scanners = new Set([seen, ...absorbed].flatMap(scannersOf))
  return {
    ...result,
    ...(scanners.size > 1 && { seenBy: [...scanners] }),
    absorbed: [...absorbedBy(seen), ...absorbed.flatMap((other) => [other.identity, ...absorbedBy(other)])],
    metadata: {
      ...seen.metadata,
      ...(distinct.length > 0 && { alsoReportedBy: distinct.slice(0, ALSO_REPORTED_MAX) }),
    },
  }
}

/** Returns all scanners that reported an observation. */
export function scannersOf(
  item: Pick<Observation, 'scanner'> & { readonly seenBy?: readonly ScannerName[] },
): readonly ScannerName[] {
  return item.seenBy ?? [item.scanner]
}

/** Returns the observations that this one replaced in earlier steps, because shards are merged in several steps. */
function absorbedBy(observation: Observation): readonly (readonly string[])[] {
  return observation.absorbed ?? []
}

function rangeOf({ startLine, endLine, startColumn = 1, endColumn = Infinity }: Observation): SourceRange {
  return { line: startLine, column: startColumn, endLine, endColumn }
}

function contains(outer: SourceRange, inner: SourceRange): boolean {
  const startsBefore = outer.line < inner.line || (outer.line === inner.line && outer.column <= inner.column)
  const endsAfter =
    outer.endLine > inner.endLine || (outer.endLine === inner.endLine && outer.endColumn >= inner.endColumn)
  return startsBefore && endsAfter
}

function isOverlapping(a: SourceRange, b: SourceRange): boolean {
  const startsIn = (sourceRange: SourceRange, other: SourceRange): boolean =>
    sourceRange.line < other.endLine || (sourceRange.line === other.endLine && sourceRange.column <= other.endColumn)
  return startsIn(a, b) && startsIn(b, a)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
