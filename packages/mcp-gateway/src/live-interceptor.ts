import { Failure } from '@gatehouse/kernel'
import type { InterceptedMessage, Interceptor } from '@gatehouse/mcp'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { McpPorts } from './ports.ts'
import type { Enforcement } from './enforcement/enforcement.ts'
import { type McpExchange, sentenceOf } from './exchange.ts'
import { errorAnswer, INTERNAL_ERROR } from './interceptor/codes.ts'
import { createInterceptor, refusalOf } from './interceptor/create.ts'
import type { InterceptorParts } from './interceptor/parts.ts'

/** Request data for the reevaluation of a route after a tenant change. */
export interface LiveRoute {
  readonly first: McpExchange
  /** Returns the same for another configuration; undefined if the route was deleted. */
  readonly renew: (tenant: TenantSnapshot) => McpExchange | undefined
  readonly enforcementOf: (exchange: McpExchange) => Enforcement
  readonly owner: string
  readonly lookUp: InterceptorParts['lookUp']
}

/**
 * Applies the current configuration to every message. Streams last for hours, and policy changes must not wait for the client's next
 * request.
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

  /** @throws {Failure} if the current configuration is unknown or there is none */
  async function refresh(): Promise<void> {
    const tenant = await ports.tenants.snapshot(first.tenant.tenantId)
    if (tenant === exchange.tenant) return
    const renewed = renew(tenant)
    if (renewed === undefined) throw new Failure('not_found', 'The route no longer exists.')
    enforcement = enforcementOf(renewed)
    exchange = renewed
  }

  return {
    async decide(intercepted) {
      // Client requests and notifications already have the current configuration.
      if (WHILE_OPEN.has(intercepted.stage)) {
        try {
          await refresh()
        } catch (err) {
          log.warn({ err }, 'reading the configuration of a route failed')
          return refusalOf(intercepted, ({ id }) => errorAnswer(id, INTERNAL_ERROR, sentenceOf(err)))
        }
      }
      return inner.decide(intercepted)
    },
  }
}

/** Stages of messages during an open request or stream. */
const WHILE_OPEN: ReadonlySet<InterceptedMessage['stage']> = new Set([
  'serverResponse',
  'serverRequest',
  'clientResponse',
  'serverNotification',
])
