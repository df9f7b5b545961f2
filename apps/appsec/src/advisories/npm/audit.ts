import type { NpmAdvisory, NpmSeverity } from '@gatehouse/contracts/appsec'
import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import { type AdvisoryMatch, npmRangeOf } from '@gatehouse/sca/advisories'
import { type AdvisoryPort, cwesOf, summaryOf } from '@gatehouse/sca'
import type { OsvRecord } from '@gatehouse/sca/osv'
import { numberOf, urlOf } from './naming.ts'

/** Versions by package name. */
export type RequestedPackages = ReadonlyMap<string, ReadonlySet<string>>

/** Vulnerability of one package, with the requested versions that it affects. */
export interface FoundAdvisory {
  readonly name: string
  readonly match: AdvisoryMatch
  readonly record: OsvRecord | undefined
  readonly versions: readonly string[]
  readonly shown: NpmAdvisory
}

/** Own limit of the time before yielding to other requests. */
const TURN_MS = 50

/**
 * Returns the vulnerabilities of npm packages, by package.
 * @throws the signal's reason when it fires; {Failure} errors of the advisory source
 */
export async function auditNpm(
  askedPackages: RequestedPackages,
  port: AdvisoryPort,
  signal: AbortSignal,
): Promise<readonly FoundAdvisory[]> {
  const wanted = [...askedPackages].flatMap(([name, versions]) =>
    [...versions].map((version) => ({ ecosystem: 'npm', name, version })),
  )
  // A response without these packages would imply that they are safe.
  const [unanswered] = (await port.prepare?.(wanted, signal)) ?? []
  if (unanswered !== undefined) throw withoutAnswer(unanswered)
  const found: FoundAdvisory[] = []
  let last = performance.now()
  const breathe = async (): Promise<void> => {
    if (performance.now() - last <= TURN_MS) return
    await new Promise(setImmediate)
    last = performance.now()
    signal.throwIfAborted()
  }
  for (const [name, versions] of askedPackages) {
    await breathe()
    for await (const item of auditPackage(name, versions, port)) {
      found.push(item)
      await breathe()
    }
  }
  return found
}

async function* auditPackage(
  name: string,
  versions: ReadonlySet<string>,
  port: AdvisoryPort,
): AsyncGenerator<FoundAdvisory> {
  const byId = new Map<string, { readonly matches: AdvisoryMatch[]; readonly meant: Set<string> }>()
  for (const version of versions) {
    for (const match of await port.match({ ecosystem: 'npm', name, version })) {
      const group = byId.get(match.id)
      if (group === undefined) byId.set(match.id, { matches: [match], meant: new Set([version]) })
      else {
        group.matches.push(match)
        group.meant.add(version)
      }
    }
  }
  for (const { matches, meant } of byId.values()) {
    const [match] = matches
    if (match === undefined) continue
    const record = await firstRecord(match, port)
    const others = [...versions].filter((version) => !meant.has(version))
    const affected = matches.flatMap((item) => item.affected)
    const range = npmRangeOf(affected, [...meant], others)
    yield { name, match, record, versions: [...meant], shown: shownOf(match, record, range) }
  }
}

/** The details are for the caller and do not reveal anything about the machine. */
export function withoutAnswer(detail: string): Failure {
  return new Failure('unavailable', detail, { extra: { detail } })
}

/** Returns the record with the persistent id, or else the first one. */
async function firstRecord(match: AdvisoryMatch, port: AdvisoryPort): Promise<OsvRecord | undefined> {
  for (const id of [match.id, ...match.records]) {
    const record = await port.record(id)
    if (record !== undefined) return record
  }
  return undefined
}

function shownOf(match: AdvisoryMatch, record: OsvRecord | undefined, range: string): NpmAdvisory {
  const { rating } = match
  return {
    id: numberOf(match.id),
    url: urlOf(match.id),
    title: summaryOf(record) ?? match.id,
    severity: match.malicious ? 'critical' : WORDS[rating?.severity ?? 'MEDIUM'],
    vulnerable_versions: range,
    cwe: [...cwesOf(record)],
    cvss: { score: rating?.cvss?.score ?? 0, vectorString: rating?.cvss?.vector ?? null },
  }
}

const WORDS: Readonly<Record<FindingSeverity, NpmSeverity>> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'moderate',
  LOW: 'low',
  INFO: 'info',
}
