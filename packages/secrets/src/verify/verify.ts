import { setTimeout as wait } from 'node:timers/promises'
import type { Egress } from '@gatehouse/kernel/egress'
import type { Observation, SourceTree } from '@gatehouse/scan-engine'
import { type Issuer, ISSUERS, type SecretVerdict } from './issuers.ts'
import { valueReader } from './read-value.ts'

/** Own limit: verified values per scan; a tree with more is a dump of secrets. */
export const VERIFIED_MAX = 200
/** Own value: pause between two requests to one issuer, far below every rate limit. */
const PAUSE_MS = 250
const TIMEOUT_MS = 10_000
/** Maximum response size; model lists are about 100 KiB. */
const ANSWER_BYTES_MAX = 1024 * 1024
/** A value in a header: visible ASCII. RFC 9110 section 5.5. */
const SENDABLE = /^[\u0021-\u007e]{8,4096}$/

export interface VerifyOptions {
  readonly tree: Pick<SourceTree, 'read' | 'files'>
  /** Outbound connections. */
  readonly egress: Pick<Egress, 'fetch'>
  readonly signal: AbortSignal
  /** Values at most; default: {@link VERIFIED_MAX}. */
  readonly valuesMax?: number
  readonly pause_ms?: number
  readonly timeout_ms?: number
}

export interface Verified<One> {
  /** The same observations in order. `metadata.verified` is the result for those with a verifying issuer. */
  readonly observations: readonly One[]
  /** Questions that were sent. */
  readonly asked: number
  /** Number of different values that were not verified because of the limit. */
  readonly left: number
}

/**
 * Verifies with the issuers whether found secrets are active: one HTTPS request per value, with the value only in a header. Values are
 * read again from the tree at the location of a finding, and sent only if they match the finding. Every failure is `unknown`; severities
 * are unchanged.
 * @throws the reason of the signal when it fires
 */
export async function verifySecrets<One extends Observation>(
  observations: readonly One[],
  options: VerifyOptions,
): Promise<Verified<One>> {
  const { tree, signal, valuesMax = VERIFIED_MAX } = options
  const questions = new Map<Issuer, Map<string, number[]>>()
  const verdicts = new Map<number, SecretVerdict>()
  const valueOf = valueReader(tree)
  let wanted = 0
  let left = 0
  for (const [at, item] of observations.entries()) {
    const issuer = BY_RULE.get(item.ruleId)
    if (issuer === undefined) continue
    signal.throwIfAborted()
    verdicts.set(at, 'unknown')
    const value = await valueOf(item)
    if (value === undefined || !SENDABLE.test(value) || issuer.except?.test(value) === true) continue
    const values = questions.get(issuer) ?? new Map<string, number[]>()
    const places = values.get(value)
    if (places === undefined && wanted >= valuesMax) {
      left += 1
      continue
    }
    if (places === undefined) wanted += 1
    questions.set(issuer, values.set(value, [...(places ?? []), at]))
  }
  const counts = await Promise.all(
    [...questions].map(([issuer, values]) => verifyAll(issuer, values, verdicts, options)),
  )
  return {
    observations: observations.map((observation, at) => {
      const verified = verdicts.get(at)
      return verified === undefined ? observation : { ...observation, metadata: { ...observation.metadata, verified } }
    }),
    asked: counts.reduce((sum, count) => sum + count, 0),
    left,
  }
}

const BY_RULE: ReadonlyMap<string, Issuer> = new Map(
  ISSUERS.flatMap((issuer) => issuer.rules.map((rule) => [rule, issuer] as const)),
)

/** Verifies values sequentially. Stops at an issuer that does not respond or limits the rate. @returns number of verified values */
async function verifyAll(
  issuer: Issuer,
  values: ReadonlyMap<string, readonly number[]>,
  verdicts: Map<number, SecretVerdict>,
  options: VerifyOptions,
): Promise<number> {
  const { signal, pause_ms = PAUSE_MS } = options
  let requested = 0
  for (const [value, places] of values) {
    if (requested > 0) await wait(pause_ms, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
    requested += 1
    const verdict = await verifyOne(issuer, value, options)
    if (verdict === undefined) return requested
    for (const at of places) verdicts.set(at, verdict)
  }
  return requested
}

/** @returns undefined if the issuer must not be contacted again */
async function verifyOne(
  { url, method = 'GET', headers, verdict }: Issuer,
  value: string,
  { egress, signal, timeout_ms = TIMEOUT_MS }: VerifyOptions,
): Promise<SecretVerdict | undefined> {
  try {
    const response = await egress.fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'gatehouse', ...headers(value) },
      signal,
      timeout_ms,
      maxBytes: ANSWER_BYTES_MAX,
      // A redirect would expose the value to another host.
      maxRedirects: 0,
      schemes: ['https'],
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (response.status === 429 || response.status >= 500) return undefined
    // All issuers respond with JSON. An HTML page with status 200 comes from a proxy.
    return response.status === 200 && body === undefined ? 'unknown' : verdict(response.status, body)
  } catch {
    // The error is not reported: network error messages may contain the value.
    signal.throwIfAborted()
    return undefined
  }
}
