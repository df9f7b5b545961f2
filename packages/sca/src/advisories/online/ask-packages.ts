import type { z } from 'zod'
import { Failure } from '@gatehouse/kernel'
import type { PackageVersion } from '../database.ts'
import { type OsvFetch, request } from './request.ts'
import { BatchAnswer, batchBody, type Query, type Reference } from './protocol.ts'

/** Own limit: a thousand packages with some hundred vulnerabilities each. */
const ANSWER_BYTES_MAX = 64 * 1_048_576
/** Maximum number of pages per package. Own limit: OSV has some thousand vulnerabilities per page. */
const PAGES_MAX = 100
/** Maximum number of vulnerabilities per package. Own limit: three times those of the Linux kernel. */
const REFERENCES_MAX = 20_000
/** Maximum for all packages of one request: some hundred bytes each. Own limit: fifty times the number of real inventories. */
const REFERENCES_OF_ALL_MAX = 200_000
/** Maximum number of requests per batch to isolate rejected queries. */
const SPLITS_MAX = 64

/** Result of one query. */
export type PackageAnswer =
  | { readonly references: readonly Reference[]; readonly refused?: undefined }
  /** Reason why the service rejects this query. */
  | { readonly refused: string; readonly references?: undefined }

/**
 * Queries the service for the vulnerabilities of packages.
 * @param wanted at most `BATCH_QUERIES_MAX`
 * @returns one answer for each, in order
 * @throws {Failure} `unavailable`, `egress_refused`; the signal's reason when it fires
 */
export async function queryPackages(
  wanted: readonly PackageVersion[],
  fetch: OsvFetch,
  signal: AbortSignal,
): Promise<readonly PackageAnswer[]> {
  const answers: PackageAnswer[] = wanted.map(() => ({ references: [] }))
  const splits = { left: SPLITS_MAX }
  let open = wanted.map((item, at): Open => ({ at, query: { wanted: item } }))
  let named = 0
  for (let page = 0; open.length > 0; page += 1) {
    if (page >= PAGES_MAX) throw new Failure('unavailable', `it returned more than ${PAGES_MAX} pages for one package`)
    const next: Open[] = []
    for (const { at, query, result } of await queryAll(open, { fetch, signal, splits })) {
      if (typeof result === 'string') {
        answers[at] = { refused: result }
        continue
      }
      const references = [...(answers[at]?.references ?? []), ...result.vulns]
      named += result.vulns.length
      if (named > REFERENCES_OF_ALL_MAX)
        throw new Failure('unavailable', `it returned more than ${REFERENCES_OF_ALL_MAX} vulnerabilities`)
      if (references.length > REFERENCES_MAX) {
        answers[at] = { refused: `it returned more than ${REFERENCES_MAX} vulnerabilities for one package` }
        continue
      }
      answers[at] = { references }
      if (result.next_page_token !== undefined) {
        next.push({ at, query: { ...query, pageToken: result.next_page_token } })
      }
    }
    open = next
  }
  return answers
}

interface Open {
  readonly at: number
  readonly query: Query
}

interface Answered extends Open {
  readonly result: z.infer<typeof BatchAnswer>['results'][number] | string
}

interface QueryOptions {
  readonly fetch: OsvFetch
  readonly signal: AbortSignal
  readonly splits: { left: number }
}

/** One rejected query causes the rejection of the entire batch: bisection isolates it, and the others are answered. */
async function queryAll(open: readonly Open[], asking: QueryOptions): Promise<readonly Answered[]> {
  const { fetch, signal, splits } = asking
  const { status, text } = await request(
    {
      method: 'POST',
      path: '/v1/querybatch',
      body: batchBody(open.map(({ query }) => query)),
      maxBytes: ANSWER_BYTES_MAX,
      signal,
    },
    fetch,
  )
  if (status === 200) return resultsOf(open, text)
  const [only] = open
  if (status !== 400 || splits.left <= 0) throw new Failure('unavailable', `it returned status ${status}`)
  if (open.length === 1 && only !== undefined) return [{ ...only, result: 'the service does not support this query' }]
  splits.left -= 1
  const half = Math.ceil(open.length / 2)
  return [...(await queryAll(open.slice(0, half), asking)), ...(await queryAll(open.slice(half), asking))]
}

function resultsOf(open: readonly Open[], text: string): readonly Answered[] {
  const { results } = parsed(text)
  if (results.length !== open.length) throw new Failure('unavailable', 'it did not answer every query in a batch')
  return open.flatMap((item, at) => {
    const result = results[at]
    return result === undefined ? [] : [{ ...item, result }]
  })
}

function parsed(text: string): z.infer<typeof BatchAnswer> {
  try {
    return BatchAnswer.parse(JSON.parse(text))
  } catch (cause) {
    throw new Failure('unavailable', 'its response is not in OSV format', { cause })
  }
}
