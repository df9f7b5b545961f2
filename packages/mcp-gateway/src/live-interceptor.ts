import { Failure } from '@gatehouse/kernel'
import type { InterceptedMessage, Interceptor } from '@gatehouse/mcp'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { McpPorts } from './ports.ts'
import type { Enforcement } from './enforcement/enforcement.ts'
import { type McpExchange, sentenceOf } from './exchange.ts'
import { errorAnswer, INTERNAL_ERROR } from './interceptor/codes.ts'
import { createInterceptor, refusalOf } from './interceptor/create.ts'
import type { InterceptorParts } from './interceptor/parts.ts'

/** Request data from which a route is reevaluated after a tenant change. */
export interface LiveRoute {
  readonly first: McpExchange
  /** The same under another configuration; undefined when the route is gone. */
  readonly renew: (tenant: TenantSnapshot) => McpExchange | undefined
  readonly enforcementOf: (exchange: McpExchange) => Enforcement
  readonly owner: string
  readonly lookUp: InterceptorParts['lookUp']
}

/**
 * Decides every message by the current configuration: streams last for hours, and policy changes must not wait for the client's next
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
    if (renewed === undefined) throw new Failure('not_found', 'The route is gone.')
    enforcement = enforcementOf(renewed)
    exchange = renewed
  }

  return {
    async decide(intercepted) {
      // A request or notification of the client arrives with the current configuration.
      if (WHILE_OPEN.has(intercepted.stage)) {
        try {
          await refresh()
        } catch (err) {
          log.warn({ err }, 'the configuration of a route could not be read')
          return refusalOf(intercepted, ({ id }) => errorAnswer(id, INTERNAL_ERROR, sentenceOf(err)))
        }
      }
      return inner.decide(intercepted)
    },
  }
}

/** Stages of messages that arrive while a request or a stream is open; the responses of a client belong to it. */
const WHILE_OPEN: ReadonlySet<InterceptedMessage['stage']> = new Set([
  'serverResponse',
  'serverRequest',
  'clientResponse',
  'serverNotification',
])
