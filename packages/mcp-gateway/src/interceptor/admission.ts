import { bannedBy, identityProblem } from '@gatehouse/guards/tools'
import { Failure } from '@gatehouse/kernel'
import type { ExchangeAbout, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { tokensOf } from '@gatehouse/screening'
import { requestEntry } from '../enforcement/audit-entry.ts'
import type { Stop } from '../enforcement/enforcement.ts'
import { routedName } from '../policy/route-view.ts'
import { blockedError, errorAnswer } from './codes.ts'
import { isEnforced } from './holds.ts'
import { forwardedFields, isAside, kindOf } from './methods.ts'
import type { InterceptorParts } from './parts.ts'

/**
 * Admits a request before any processing, including a server connection: counts it, authorizes its caller, and checks that its feature is
 * enabled. A forwarded request is audited first.
 * @param continues whether it continues an already counted request
 * @returns the rejection
 * @throws {Failure} `quota_exceeded`
 */
export async function admission(
  request: JsonRpcRequest,
  { era }: ExchangeAbout,
  continues: boolean,
  parts: InterceptorParts,
): Promise<JsonRpcResponse | undefined> {
  const { method, id } = request
  if (forwardedFields(method, era) === undefined) return unsupportedMethod(request)
  // In the protocol version with `ping`, the gateway responds itself.
  if (method === 'ping') return undefined
  const { exchange, ports } = parts
  if (!continues) await counted(request, parts)
  const stop = method === 'tools/call' ? undefined : readerProblem(method, parts)
  if (stop !== undefined) {
    const result = { ...stop, passed: false, action: 'block', details: {}, latency_ms: 0 } as const
    ports.usage.blocked(exchange.tenant.tenantId)
    ports.meter.count('mcp', { action: 'block', results: [result] })
    await ports.audit.append(requestEntry(method, exchange, stop))
    return blockedError(id, era, stop)
  }
  // Other requests are audited with their findings.
  if (isAside(method)) await ports.audit.append(requestEntry(method, exchange))
  return undefined
}

/** Admits a client notification. It makes its server send requests, so that it is counted like a list, and dropped above the limit. */
export async function admitAnnouncement(
  message: JsonRpcNotification | undefined,
  { exchange, ports }: InterceptorParts,
): Promise<JsonRpcNotification | undefined> {
  if (message?.method !== 'notifications/roots/list_changed') return message
  const { tenantId, quota } = exchange.tenant
  try {
    await ports.usage.admitAside(tenantId, quota)
    return message
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'quota_exceeded') return undefined
    throw thrown
  }
}

async function counted({ method, params }: JsonRpcRequest, { exchange, ports }: InterceptorParts): Promise<void> {
  const { tenantId, quota } = exchange.tenant
  if (isAside(method)) return ports.usage.admitAside(tenantId, quota)
  // Other requests with content for a server are counted when they are screened.
  const said = method === 'tools/call' ? JSON.stringify(params?.['arguments'] ?? {}) : ''
  await ports.usage.admit(tenantId, quota, tokensOf(said))
}

const METHOD_NOT_FOUND = -32_601

/**
 * Returns the error for an unsupported method, whose effect is unknown. A task result would be a tool result that bypasses the tool
 * decisions.
 */
function unsupportedMethod({ id, method }: JsonRpcRequest): JsonRpcResponse {
  const why = method.startsWith('tasks/')
    ? 'The gateway does not support tasks, including'
    : 'The gateway does not forward the request'
  return errorAnswer(id, METHOD_NOT_FOUND, `${why} "${method.slice(0, METHOD_CHARS_MAX)}".`)
}

const METHOD_CHARS_MAX = 64

/** Returns why the caller may not read: the caller is unauthorized, or `route/*` disables the server. Calls have their own chain. */
function readerProblem(method: string, parts: InterceptorParts): Stop | undefined {
  const { view, tenant, route } = parts.exchange
  if (tenant.mode === 'monitor') return undefined
  const stranger = strangerProblem(parts)
  if (stranger !== undefined) return { guardrail: 'cert_identity', message: stranger }
  const kind = isAside(method) ? undefined : kindOf(method)
  if (kind === undefined || !isEnforced(view.agentic, 'tool_killswitch')) return undefined
  const name = routedName(route, kind)
  if (bannedBy(view.agentic.items.get('disabled_tool'), name) === undefined) return undefined
  return { guardrail: 'tool_killswitch', message: `"${name}" is disabled.` }
}

/** Returns why the caller is unauthorized, if that is enforced. */
export function strangerProblem({ exchange: { view, caller, tenant } }: InterceptorParts): string | undefined {
  if (tenant.mode === 'monitor' || !isEnforced(view.agentic, 'cert_identity')) return undefined
  return identityProblem(view.agentic, caller.agentKey)
}
