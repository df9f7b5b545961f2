import { bannedBy, identityProblem } from '@gatehouse/guards'
import { Failure } from '@gatehouse/kernel'
import type { ExchangeAbout, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { tokensOf } from '@gatehouse/screening'
import { requestEntry } from '../enforcement/audit-entry.ts'
import type { Stop } from '../enforcement/enforcement.ts'
import { routedName } from '../policy/route-view.ts'
import { blockedError, errorAnswer } from './codes.ts'
import { holds } from './holds.ts'
import { fieldsCarried, isAside, kindOf } from './methods.ts'
import type { InterceptorParts } from './parts.ts'

/**
 * Whether anything is done for a request, a connection to its server included: it is counted, its caller is one who may act, and
 * what it asks for is not switched off. What goes up is in the log before it does.
 * @param continues  it goes on with a request that was counted already
 * @returns what refuses it
 * @throws {Failure} `quota_exceeded`
 */
export async function admission(
  request: JsonRpcRequest,
  { era }: ExchangeAbout,
  continues: boolean,
  parts: InterceptorParts,
): Promise<JsonRpcResponse | undefined> {
  const { method, id } = request
  if (fieldsCarried(method, era) === undefined) return notCarried(request)
  // In the era that has it, it goes no further than the gateway.
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
  // All else is in the log with what was found in it.
  if (isAside(method)) await ports.audit.append(requestEntry(method, exchange))
  return undefined
}

/** What a client announces makes its server ask for it: it is counted like a list, and dropped where there are too many. */
export async function letIn(
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
  // What else says something to a server is counted where it is screened.
  const said = method === 'tools/call' ? JSON.stringify(params?.['arguments'] ?? {}) : ''
  await ports.usage.admit(tenantId, quota, tokensOf(said))
}

const METHOD_NOT_FOUND = -32_601

/**
 * Of a method that the protocol does not have nobody can say what it does. The result of a task is the result of a tool, and would
 * pass by what is decided about that tool.
 */
function notCarried({ id, method }: JsonRpcRequest): JsonRpcResponse {
  const why = method.startsWith('tasks/') ? 'The gateway carries no tasks, and so no' : 'The gateway carries no request'
  return errorAnswer(id, METHOD_NOT_FOUND, `${why} "${method.slice(0, METHOD_CHARS_MAX)}".`)
}

const METHOD_CHARS_MAX = 64

/** Who may not act may read nothing either, and what is switched off by `route/*` is not read. Calls have a chain for that. */
function readerProblem(method: string, parts: InterceptorParts): Stop | undefined {
  const { view, tenant, route } = parts.exchange
  if (tenant.mode === 'monitor') return undefined
  const stranger = strangerProblem(parts)
  if (stranger !== undefined) return { guardrail: 'cert_identity', message: stranger }
  const kind = isAside(method) ? undefined : kindOf(method)
  if (kind === undefined || !holds(view.agentic, 'tool_killswitch')) return undefined
  const name = routedName(route, kind)
  if (bannedBy(view.agentic.items.get('disabled_tool'), name) === undefined) return undefined
  return { guardrail: 'tool_killswitch', message: `"${name}" is switched off.` }
}

/** Why the caller is none who may act, where that is enforced. */
export function strangerProblem({ exchange: { view, caller, tenant } }: InterceptorParts): string | undefined {
  if (tenant.mode === 'monitor' || !holds(view.agentic, 'cert_identity')) return undefined
  return identityProblem(view.agentic, caller.agentKey)
}
