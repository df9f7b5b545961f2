import { setTimeout as wait } from 'node:timers/promises'
import type { Egress } from '@gatehouse/kernel'
import type { Observation, SourceTree } from '@gatehouse/scan-engine'
import { type Issuer, ISSUERS, type SecretVerdict } from './issuers.ts'
import { valueReader } from './read-value.ts'

/** Values of one scan that issuers are asked about; a tree with more is a dump of secrets. Ours. */
export const VERIFIED_MAX = 200
/** Between two questions to one issuer. Ours: far below what any of them allows. */
const PAUSE_MS = 250
const TIMEOUT_MS = 10_000
/** Of an answer; lists of models take some 100 KiB. */
const ANSWER_BYTES_MAX = 1024 * 1024
/** A value in a header: visible ASCII. RFC 9110 section 5.5. */
const SENDABLE = /^[\u0021-\u007e]{8,4096}$/

export interface VerifyOptions {
  readonly tree: Pick<SourceTree, 'read' | 'files'>
  /** The way out; nothing else is used. */
  readonly egress: Pick<Egress, 'fetch'>
  readonly signal: AbortSignal
  /** Values at most; absent: {@link VERIFIED_MAX}. */
  readonly valuesMax?: number
  readonly pause_ms?: number
  readonly timeout_ms?: number
}

export interface Verified<One> {
  /** The same, in the same order; `metadata.verified` says what was learned of those that some issuer could be asked about. */
  readonly observations: readonly One[]
  /** Questions that were sent. */
  readonly asked: number
  /** Different values that were not asked about because there were too many. */
  readonly left: number
}

/**
 * Asks those who issue secrets whether the ones that were found still work: one request over https for each value, which goes into
 * a header and nowhere else. Values are read anew from the tree where a finding stands, and sent only where they are what was found.
 * Whatever fails is `unknown`; severities stay as they are.
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
  for (const [at, one] of observations.entries()) {
    const issuer = BY_RULE.get(one.ruleId)
    if (issuer === undefined) continue
    signal.throwIfAborted()
    verdicts.set(at, 'unknown')
    const value = await valueOf(one)
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
  const counts = await Promise.all([...questions].map(([issuer, values]) => askAll(issuer, values, verdicts, options)))
  return {
    observations: observations.map((one, at) => {
      const verified = verdicts.get(at)
      return verified === undefined ? one : { ...one, metadata: { ...one.metadata, verified } }
    }),
    asked: counts.reduce((sum, count) => sum + count, 0),
    left,
  }
}

const BY_RULE: ReadonlyMap<string, Issuer> = new Map(
  ISSUERS.flatMap((issuer) => issuer.rules.map((rule) => [rule, issuer] as const)),
)

/** One after the other; an issuer that does not answer, or says that it is too much, is asked no more. @returns how many */
async function askAll(
  issuer: Issuer,
  values: ReadonlyMap<string, readonly number[]>,
  verdicts: Map<number, SecretVerdict>,
  options: VerifyOptions,
): Promise<number> {
  const { signal, pause_ms = PAUSE_MS } = options
  let asked = 0
  for (const [value, places] of values) {
    if (asked > 0) await wait(pause_ms, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
    asked += 1
    const verdict = await ask(issuer, value, options)
    if (verdict === undefined) return asked
    for (const at of places) verdicts.set(at, verdict)
  }
  return asked
}

/** @returns undefined where the issuer is not to be asked again */
async function ask(
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
      // Nobody else is shown the value, wherever the issuer points.
      maxRedirects: 0,
      schemes: ['https'],
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (response.status === 429 || response.status >= 500) return undefined
    // All of them answer JSON: a page that says 200 is that of somebody in between.
    return response.status === 200 && body === undefined ? 'unknown' : verdict(response.status, body)
  } catch {
    // What went wrong is not told: messages of the network may hold what was sent.
    signal.throwIfAborted()
    return undefined
  }
}
