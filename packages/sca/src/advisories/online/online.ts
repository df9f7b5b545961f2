import { type Clock, Failure } from '@gatehouse/kernel'
import type { OsvRecord } from '../../osv/record.ts'
import type { AdvisoryPort } from '../../advisory-port.ts'
import type { PackageVersion } from '../database.ts'
import type { AdvisoryMatch, Exploitation } from '../match.ts'
import { packageKey } from '../snapshot/manifest.ts'
import { queryPackages } from './ask-packages.ts'
import { createAnswerCache, type AnswerCache } from './kept-answers.ts'
import { matchRecords } from './match-records.ts'
import { BATCH_QUERIES_MAX, type Reference } from './protocol.ts'
import { createRecords, nameOf, type RecordCache, type Records } from './records.ts'
import type { OsvFetch } from './request.ts'

export interface OnlineOptions {
  readonly fetch: OsvFetch
  readonly cache: RecordCache
  readonly clock: Clock
  /** Timeout of one look-up of many packages. */
  readonly prepare_ms?: number
}

/** A service in the form of OSV's own that many scans ask. */
export interface OnlineAdvisories {
  /**
   * Opens a port for one scan: failed look-ups stay unknown for it.
   * @param exploitationOf exploitation data from other sources: the service has none
   */
  readonly open: (exploitationOf?: (names: readonly string[]) => Exploitation) => AdvisoryPort
}

/** Own limit: ten thousand packages with two thousand vulnerabilities, at 50 ms latency per direction. */
export const PREPARE_MS_MAX = 5 * 60_000
/** Own limit for one package that was not prefetched. */
const MATCH_MS_MAX = 60_000
/** Time for which an unavailable service is not contacted: otherwise each scan would wait for the full timeout. */
const AWAY_MS = 30_000
/** Records that are fetched at once. */
const LANES = 8

/** Creates a client for an advisory service with batch queries; new records are fetched on demand. */
export function createOnlineAdvisories(options: OnlineOptions): OnlineAdvisories {
  const { fetch, cache, clock } = options
  const source: Source = {
    ...options,
    answers: createAnswerCache(clock),
    records: createRecords(fetch, cache),
    away: undefined,
  }
  return { open: (exploitationOf = () => UNKNOWN) => openPort(source, exploitationOf) }
}

interface Source extends OnlineOptions {
  readonly answers: AnswerCache
  readonly records: Records
  away: { readonly until_ms: number; readonly why: Failure } | undefined
}

const UNKNOWN: Exploitation = { kev: undefined, epss: undefined }

function openPort(source: Source, exploitationOf: (names: readonly string[]) => Exploitation): AdvisoryPort {
  const { answers, records } = source
  // Packages that this scan reported as unknown.
  const unknown = new Set<string>()
  const referenceOf = new Map<string, Reference>()
  return {
    async prepare(wanted, signal) {
      const { failed } = await lookUp(wanted, source, withDeadline(source.prepare_ms ?? PREPARE_MS_MAX, signal), signal)
      for (const key of failed.keys()) unknown.add(key)
      return sentencesOf(failed)
    },
    async match(wanted): Promise<readonly AdvisoryMatch[]> {
      const key = keyOf(wanted)
      if (!unknown.has(key) && !answers.has(key)) {
        const { failed } = await lookUp([wanted], source, AbortSignal.timeout(MATCH_MS_MAX))
        const why = failed.get(key)
        if (why !== undefined) throw new Failure('unavailable', sentence(1, why))
      }
      const references = answers.get(key) ?? []
      if (references.length === 0) return []
      for (const reference of references) referenceOf.set(reference.id, reference)
      const found = await readAll(references, records, unknown.has(key))
      return matchRecords(found, wanted, exploitationOf)
    },
    async record(id) {
      const reference = referenceOf.get(id)
      return reference === undefined ? undefined : records.known(reference)
    },
  }
}

/** @param isPartial  unavailable records are skipped; they were reported before */
async function readAll(
  references: readonly Reference[],
  records: Records,
  isPartial: boolean,
): Promise<readonly OsvRecord[]> {
  const found: OsvRecord[] = []
  for (const reference of references) {
    const known = await records.known(reference)
    if (known !== undefined) found.push(known)
    else if (!isPartial) found.push(await records.read(reference, AbortSignal.timeout(MATCH_MS_MAX)))
  }
  return found
}

/** Reasons for unknown packages, by package key. */
type Failed = ReadonlyMap<string, string>

/** Fetches missing answers and records. Ends at the deadline; the rest counts as failed. */
async function lookUp(
  wanted: readonly PackageVersion[],
  source: Source,
  deadline: AbortSignal,
  signal?: AbortSignal,
): Promise<{ readonly failed: Failed }> {
  const failed = new Map<string, string>()
  const missing = new Map(
    wanted.map((item) => [keyOf(item), item] as const).filter(([key]) => !source.answers.has(key)),
  )
  const all = [...missing]
  for (let at = 0; at < all.length; at += BATCH_QUERIES_MAX) {
    const batch = all.slice(at, at + BATCH_QUERIES_MAX)
    const why = await attempt(source, deadline, signal, async () => {
      const given = await queryPackages(
        batch.map(([, one]) => one),
        source.fetch,
        deadline,
      )
      batch.forEach(([key], index) => {
        const { references, refused } = given[index] ?? { refused: 'it did not respond' }
        if (references === undefined) failed.set(key, refused)
        else source.answers.set(key, references)
      })
    })
    if (why !== undefined) for (const [key] of batch) failed.set(key, why)
  }
  await fetchRecords(wanted, failed, source, deadline, signal)
  return { failed }
}

async function fetchRecords(
  wanted: readonly PackageVersion[],
  failed: Map<string, string>,
  source: Source,
  deadline: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<void> {
  const users = new Map<string, { readonly reference: Reference; readonly keys: string[] }>()
  for (const key of new Set(wanted.map(keyOf))) {
    for (const reference of source.answers.get(key) ?? []) {
      const user = users.get(nameOf(reference))
      if (user === undefined) users.set(nameOf(reference), { reference, keys: [key] })
      else user.keys.push(key)
    }
  }
  const open = [...users.values()]
  const lane = async (): Promise<void> => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { reference, keys } = next
      const why = await attempt(source, deadline, signal, async () => {
        await source.records.read(reference, deadline)
      })
      if (why !== undefined) for (const key of keys) failed.set(key, why)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** @returns why it failed; undefined when it did not. @throws the caller's own signal's reason */
async function attempt(
  source: Source,
  deadline: AbortSignal,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<string | undefined> {
  signal?.throwIfAborted()
  if (deadline.aborted) return LATE
  const now_ms = source.clock.now()
  if (source.away !== undefined && now_ms < source.away.until_ms) return source.away.why.message
  try {
    await work()
    source.away = undefined
    return undefined
  } catch (thrown) {
    signal?.throwIfAborted()
    if (deadline.aborted) return LATE
    if (!(thrown instanceof Failure)) throw thrown
    // A missing record does not mean that the service is unavailable.
    if (thrown.code !== 'not_found') source.away = { until_ms: now_ms + AWAY_MS, why: thrown }
    return thrown.message
  }
}

const LATE = 'the request timed out'

function withDeadline(deadline_ms: number, signal: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(deadline_ms)
  return signal === undefined ? deadline : AbortSignal.any([deadline, signal])
}

function keyOf({ ecosystem, name, version }: PackageVersion): string {
  return `${ecosystem}\n${packageKey(ecosystem, name)}\n${version}`
}

function sentencesOf(failed: Failed): readonly string[] {
  const byReason = Map.groupBy(failed, ([, why]) => why)
  return [...byReason].map(([why, some]) => sentence(some.length, why))
}

function sentence(packages: number, why: string): string {
  const what = packages === 1 ? '1 package was' : `${packages} packages were`
  return `${what} not looked up, or not completely, because the advisory service failed: ${why}.`
}
