import { ROUTE_NAME } from '@gatehouse/contracts/agents'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { type Era, type JsonRpcResponse, type McpHttpAnswer, STATELESS_VERSIONS } from '@gatehouse/mcp'
import { actingAgent, type TenantSnapshot } from '@gatehouse/screening'
import type { McpPorts } from './ports.ts'
import { enforceHere } from './enforcement/in-process.ts'
import { enforceElsewhere } from './enforcement/over-http.ts'
import type { Enforcement } from './enforcement/enforcement.ts'
import { enabledRoute, type McpExchange, quiet } from './exchange.ts'
import { codeOf, errorAnswer } from './interceptor/codes.ts'
import { type LiveRoute, liveInterceptor } from './live-interceptor.ts'
import { metadataAddress } from './oauth/metadata.ts'
import { checkToken, type TokenDecision } from './oauth/tokens.ts'
import { routedTenant } from './policy/route-view.ts'
import { isFields } from './screening/envelope.ts'

/** One HTTP request to a route. */
export interface GatewayRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly route: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly context: RequestContext
}

/** Answers a request to a route of the MCP gateway. */
export async function serveMcp(request: GatewayRequest, ports: McpPorts): Promise<McpHttpAnswer['body']> {
  const answer = await answered(request, ports)
  const { context } = request
  context.status(answer.status)
  for (const [name, value] of Object.entries(answer.headers)) context.header(name, value)
  return answer.body
}

async function answered(request: GatewayRequest, ports: McpPorts): Promise<McpHttpAnswer> {
  const { route, headers, context } = request
  const tenant = await ports.tenants.snapshot(context.tenantId)
  const stored = ROUTE_NAME.test(route) ? enabledRoute(tenant, route) : undefined
  if (stored === undefined) return noRoute(request)
  const { oauth } = stored
  const token = bearerOf(headers)
  let user: Pick<Extract<TokenDecision, { subject: unknown }>, 'subject'> & { readonly ends_ms?: number } = {
    subject: undefined,
  }
  if (oauth === undefined || oauth === null) {
    refuseSecondKey(request, token)
  } else {
    const { jwksUrl } = ports.mcp.sealer.open(tenant.tenantId, route, stored)
    const decided = await checkToken(token, { ...oauth, jwks_url: jwksUrl }, ports.mcp.issuerKeys, ports.clock.now())
    if ('error' in decided) return unauthorized(decided, oauth.required_scopes, request)
    user = decided
  }
  const { subject, ends_ms } = user
  const renew = (now: TenantSnapshot): McpExchange | undefined => exchangeOf(now, request, subject)
  const owner = ports.mcp.ownerOf(tenant, route, {
    keyId: context.caller.kind === 'tenant' ? context.caller.keyId : undefined,
    subject,
    tokenEnds_ms: ends_ms,
  })
  const live: LiveRoute = {
    first: renew(tenant)!,
    renew,
    enforcementOf: (exchange) => enforcementOf(exchange, ports),
    owner,
    lookUp: (judge) => ports.mcp.lookUp(owner, judge),
  }
  return ports.mcp.handle({
    method: request.method,
    headers,
    body: request.body,
    signal: untilTokenEnds(request, ends_ms, ports),
    requestId: context.requestId,
    owner,
    group: tenant.tenantId,
    route: {
      connect: (about) => ports.mcp.connect({ tenantId: tenant.tenantId, route, stored, owner }, about),
      interceptor: liveInterceptor(live, ports),
    },
  })
}

/** Returns the exchange of a request with a configuration; undefined for an unknown route. */
function exchangeOf(
  tenant: TenantSnapshot,
  { route, context }: GatewayRequest,
  subject: string | undefined,
): McpExchange | undefined {
  const stored = enabledRoute(tenant, route)
  if (stored === undefined) return undefined
  const named = context.agentKey
  return {
    route,
    stored,
    tenant,
    view: routedTenant(tenant, route),
    caller: {
      agentKey: actingAgent(named, context) ?? stored.default_agent ?? undefined,
      headerAgentKey: named,
      userRole: context.userRole,
      sessionId: undefined,
      ...(subject === undefined ? {} : { userId: subject }),
    },
    context: quiet(context),
  }
}

/** Ends a listening stream when its token expires. */
function untilTokenEnds(
  { method, context }: GatewayRequest,
  ends_ms: number | undefined,
  { clock }: McpPorts,
): AbortSignal {
  if (method !== 'GET' || ends_ms === undefined) return context.signal
  const left_ms = Math.min(Math.max(0, ends_ms - clock.now()), TIMER_MS_MAX)
  return AbortSignal.any([context.signal, AbortSignal.timeout(left_ms)])
}

/** Maximum delay of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1

function enforcementOf(exchange: McpExchange, ports: McpPorts): Enforcement {
  const { tenant, route, stored } = exchange
  if (stored.enforcement_backend === 'inprocess') return enforceHere(exchange, ports)
  const { shield } = ports.mcp.sealer.open(tenant.tenantId, route, stored)
  // Saved routes always have one.
  return enforceElsewhere(exchange, { ...shield!, egress: ports.egress }, ports)
}

/** Rejects a second key. Without token authentication a bearer is a tenant key, and two different keys in one request are invalid. */
function refuseSecondKey({ headers, context }: GatewayRequest, token: string | undefined): void {
  const key = headers['x-api-key']
  if (token === undefined || typeof key !== 'string' || key === '' || key === token) return
  if (context.caller.kind === 'tenant' && context.caller.keyId === undefined) return
  throw new Failure('invalid_tenant_key', 'The request contains two different tenant keys.')
}

function bearerOf({ authorization }: GatewayRequest['headers']): string | undefined {
  if (typeof authorization !== 'string') return undefined
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** docs/spec/guard.md "Gateways": unknown route. */
function noRoute(request: GatewayRequest): McpHttpAnswer {
  const message = `Route "${request.route.slice(0, 64)}" not found.`
  return json(404, errorAnswer(idOf(request.body), codeOf(eraOf(request), 'noRoute'), message))
}

const UNAUTHENTICATED = -32_001

function unauthorized(
  decided: Extract<TokenDecision, { error: string }>,
  scopes: readonly string[],
  request: GatewayRequest,
): McpHttpAnswer {
  const { error, message } = decided
  const { headers, route, context } = request
  const challenge = [
    'realm="gatehouse"',
    `resource_metadata="${metadataAddress(headers, route, context.tenantId)}"`,
    ...(error === 'missing' ? [] : [`error="${error}"`]),
    // RFC 6750 section 3: the scopes that a client has to request from its issuer.
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
  ]
  const body = errorAnswer(idOf(request.body), UNAUTHENTICATED, message)
  const status = error === 'insufficient_scope' ? 403 : 401
  return {
    ...json(status, body),
    headers: { 'content-type': 'application/json', 'www-authenticate': `Bearer ${challenge.join(', ')}` },
  }
}

function json(status: number, body: JsonRpcResponse): McpHttpAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function idOf(body: unknown): string | number | null {
  const id = isFields(body) ? body['id'] : undefined
  return (typeof id === 'string' && id.length <= ID_CHARS_MAX) || Number.isSafeInteger(id)
    ? (id as string | number)
    : null
}

const ID_CHARS_MAX = 256

function eraOf({ headers, body }: GatewayRequest): Era {
  const params = isFields(body) && isFields(body['params']) ? body['params'] : {}
  const meta = isFields(params['_meta']) ? params['_meta'] : {}
  const version = headers['mcp-protocol-version'] ?? meta['io.modelcontextprotocol/protocolVersion']
  return STATELESS_VERSIONS.some((known) => known === version) ? 'stateless' : 'sessions'
}
