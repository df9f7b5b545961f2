import { Failure } from '@gatehouse/kernel'
import type { Interceptor } from '@gatehouse/mcp'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { McpPorts } from './ports.ts'
import type { Enforcement } from './enforcement/enforcement.ts'
import { type McpExchange, sentenceOf } from './exchange.ts'
import { errorAnswer } from './interceptor/codes.ts'
import { createInterceptor, type RouteInterceptor } from './interceptor/create.ts'
import type { InterceptorParts } from './interceptor/parts.ts'

/** What a request to a route leaves behind, from which it is judged anew when the tenant has changed. */
export interface LiveRoute {
  readonly first: McpExchange
  /** The same under another configuration; undefined when the route is gone. */
  readonly renew: (tenant: TenantSnapshot) => McpExchange | undefined
  readonly enforcementOf: (exchange: McpExchange) => Enforcement
  readonly owner: string
  readonly lookUp: InterceptorParts['lookUp']
}

/**
 * Judges every message by the configuration that holds when it comes: streams last for hours, and a tenant's policies do not
 * wait for the client's next request.
 */
export function liveInterceptor(
  { first, renew, enforcementOf, owner, lookUp }: LiveRoute,
  ports: McpPorts,
): Interceptor {
  let exchange = first
  let enforcement = enforcementOf(first)
  const { log } = first.context
  const inner = createInterceptor({
    get exchange() {
      return exchange
    },
    get enforcement() {
      return enforcement
    },
    ports,
    owner,
    lookUp,
  })

  /** @throws {Failure} where nobody can tell what holds now, or nothing does */
  async function refresh(): Promise<void> {
    const tenant = await ports.tenants.snapshot(first.tenant.tenantId)
    if (tenant === exchange.tenant) return
    const renewed = renew(tenant)
    if (renewed === undefined) throw new Failure('not_found', 'The route is gone.')
    enforcement = enforcementOf(renewed)
    exchange = renewed
  }

  return judgedNow(inner, async <Decision>(decide: () => Promise<Decision>, refuse: (message: string) => Decision) => {
    try {
      await refresh()
    } catch (err) {
      log.warn({ err }, 'the configuration of a route could not be read')
      return refuse(sentenceOf(err))
    }
    return decide()
  })
}

/** Decides by what holds now; where that cannot be told, refuses with the sentence that it is given. */
type Current = <Decision>(decide: () => Promise<Decision>, refuse: (message: string) => Decision) => Promise<Decision>

function judgedNow(inner: RouteInterceptor, current: Current): Interceptor {
  return {
    // The request has brought the configuration with it.
    admit: (request, about) => inner.admit(request, about),
    inputRequired: (request, state, about) => inner.inputRequired(request, state, about),
    request: (request, about) => inner.request(request, about),
    response: (request, answered, about) =>
      current(
        () => inner.response(request, answered, about),
        (message) => errorAnswer(request.id, INTERNAL_ERROR, message),
      ),
    serverRequest: (request, about) =>
      current<Awaited<ReturnType<Interceptor['serverRequest']>>>(
        () => inner.serverRequest(request, about),
        (message) => ({ refused: errorAnswer(request.id, INTERNAL_ERROR, message) }),
      ),
    clientResponse: (request, answered, about) =>
      current(
        () => inner.clientResponse(request, answered, about),
        (message) => errorAnswer(request.id, INTERNAL_ERROR, message),
      ),
    notification: (message, from, about) =>
      from === 'client'
        ? inner.notification(message, from, about)
        : current(
            () => inner.notification(message, from, about),
            () => undefined,
          ),
  }
}

const INTERNAL_ERROR = -32_603
