import type { ExchangeAbout, JsonRpcRequest } from '@gatehouse/mcp'
import { screeningEntry } from '../enforcement/audit-entry.ts'
import { blockedResult } from './codes.ts'
import type { InterceptorParts } from './parts.ts'
import { type CallRoute, readCall, pinRefusal } from './tools-call.ts'
import { mayCall } from './tools-list.ts'

/**
 * Decides a continued call with the requested input. The call was already decided with the same arguments, so that no grant is spent and
 * no limit counts it again. New denials apply.
 */
export async function continuedDecision(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<CallRoute> {
  const call = readCall(request, about, parts)
  if ('jsonrpc' in call) return { kind: 'answer', response: call }
  const { exchange, ports } = parts
  const refused = await pinRefusal(request, call, parts)
  if (refused !== undefined) return refused
  const allowed = exchange.tenant.mode === 'monitor' || mayCall(String(request.params?.['name']), exchange)
  const action = allowed ? 'pass' : 'block'
  const stop = { guardrail: 'tool_authorization', message: `Tool "${call.tool}" is no longer allowed.` }
  const results = allowed ? [] : [{ ...stop, passed: false, action, details: {}, latency_ms: 0 } as const]
  const entry = screeningEntry('continued_call', { action, results }, 0, exchange)
  const details = { ...entry.details, tool_name: call.tool, arguments_hash: call.argumentsHash, continuation: true }
  ports.meter.count('mcp', { action, results })
  await ports.audit.append({ ...entry, action: 'guard.tool', details })
  if (!allowed) {
    ports.usage.blocked(exchange.tenant.tenantId)
    return { kind: 'answer', response: blockedResult(request.id, stop) }
  }
  return { kind: 'forward', request, underWay: { call, started_ms: performance.now() } }
}
