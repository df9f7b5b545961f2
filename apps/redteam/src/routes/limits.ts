import type { Cache } from '@gatehouse/cache'
import { type Endpoint, type Handlers, redteamEndpoints } from '@gatehouse/contracts'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'

type Table = typeof redteamEndpoints
type AnyHandler = (request: { readonly context: RequestContext }) => unknown

const MINUTE_MS = 60_000
/** Ours: a page that follows twenty runs at once stays below it. */
const REQUESTS_PER_MINUTE = 3_000
/** Ours: what starts work for minutes. */
const RUNS_PER_MINUTE = 60
/** Ours: who types a target tries it every few seconds. */
const TARGET_TESTS_PER_MINUTE = 60
/** Ours: where there is a model each of them asks it, for whoever may read. */
const ANALYSES_PER_MINUTE = 60
const ANALYSES: ReadonlySet<string> = new Set(['analyzeOwasp', 'analyzeRisk'] satisfies (keyof Table)[])

/**
 * Handlers that no caller can call without end: each key and each person by itself, starts of runs, tests of targets and analyses by tenant. Who has to sign in
 * nowhere is on this machine, and could do worse to it.
 */
export function limited(handlers: Handlers<Table, RequestContext>, cache: Cache): Handlers<Table, RequestContext> {
  const wrapped = Object.entries<Endpoint>(redteamEndpoints).map(([name, { auth }]) => {
    // The table's type has joined each handler to its row; here all rows are treated alike.
    const handler = handlers[name as keyof Table] as AnyHandler
    return [name, auth === 'tester' ? behindLimits(handler, name, cache) : handler]
  })
  return Object.fromEntries(wrapped) as Handlers<Table, RequestContext>
}

function behindLimits(handler: AnyHandler, name: string, cache: Cache): AnyHandler {
  return async (request) => {
    const { tenantId, actor } = testerOf(request.context)
    if (actor !== 'local') {
      await hit(cache, `${tenantId}:redteam:requests:${actor}`, REQUESTS_PER_MINUTE)
      if (name === 'startRun') await hit(cache, `${tenantId}:redteam:runs`, RUNS_PER_MINUTE)
      if (name === 'testTarget') await hit(cache, `${tenantId}:redteam:target-tests`, TARGET_TESTS_PER_MINUTE)
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
