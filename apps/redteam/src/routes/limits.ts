import type { Cache } from '@gatehouse/cache'
import type { Endpoint, Handlers } from '@gatehouse/contracts'
import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'

type Table = typeof redteamEndpoints
type AnyHandler = (request: { readonly context: RequestContext }) => unknown

const MINUTE_MS = 60_000
/** Own limit: a page that follows twenty runs at once stays below it. */
const REQUESTS_PER_MINUTE = 3_000
/** Own limit for operations that start minutes of work. */
const RUNS_PER_MINUTE = 60
/** Own limit: a user who edits a target tests it every few seconds. */
const TARGET_TESTS_PER_MINUTE = 60
/** Own limit: each draft sends the proofs and the benign controls twice. */
const DRAFTS_PER_MINUTE = 20
/** Own limit: with a configured model each analysis calls the model, on behalf of any reader. */
const ANALYSES_PER_MINUTE = 60
const ANALYSES: ReadonlySet<string> = new Set(['analyzeOwasp', 'analyzeRisk'] satisfies (keyof Table)[])

/**
 * Applies rate limits to handlers: per key and per person in general; per tenant for run starts, target tests, drafts and analyses. Callers
 * without authentication are on this machine and are not limited.
 */
export function limited(handlers: Handlers<Table, RequestContext>, cache: Cache): Handlers<Table, RequestContext> {
  const wrapped = Object.entries<Endpoint>(redteamEndpoints).map(([name, { auth }]) => {
    // The table's type has joined each handler to its row; here all rows are treated alike.
    const handler = handlers[name as keyof Table] as AnyHandler
    return [name, auth === 'tester' ? withLimits(handler, name, cache) : handler]
  })
  return Object.fromEntries(wrapped) as Handlers<Table, RequestContext>
}

function withLimits(handler: AnyHandler, name: string, cache: Cache): AnyHandler {
  return async (request) => {
    const { tenantId, actor } = testerOf(request.context)
    if (actor !== 'local') {
      await hit(cache, `${tenantId}:redteam:requests:${actor}`, REQUESTS_PER_MINUTE)
      if (name === 'startRun') await hit(cache, `${tenantId}:redteam:runs`, RUNS_PER_MINUTE)
      if (name === 'testTarget') await hit(cache, `${tenantId}:redteam:target-tests`, TARGET_TESTS_PER_MINUTE)
      if (name === 'draftGuardPolicy') await hit(cache, `${tenantId}:redteam:guard-drafts`, DRAFTS_PER_MINUTE)
      if (ANALYSES.has(name)) await hit(cache, `${tenantId}:redteam:analyses`, ANALYSES_PER_MINUTE)
    }
    return handler(request)
  }
}

/** @throws {Failure} `rate_limited` */
async function hit(cache: Cache, key: string, limit: number): Promise<void> {
  const { allowed, retryAfter_ms } = await cache.windows.hit(key, MINUTE_MS, limit)
  if (allowed) return
  throw new Failure('rate_limited', `More than ${limit} requests of this kind in a minute.`, {
    retryAfter_s: retryAfter_ms / 1_000,
  })
}
