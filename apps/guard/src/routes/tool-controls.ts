import type { Handlers } from '@gatehouse/contracts'
import type { CircuitBreaker, toolControlEndpoints } from '@gatehouse/contracts/agents'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import { findSecrets } from '@gatehouse/guards'
import {
  type BreakerReport,
  BreakerRules,
  type BreakerView,
  confirmChain,
  listBreakers as listTools,
  reportOutcome,
  resetBreaker as reset,
} from '@gatehouse/guards/agentic'
import { bannedBy } from '@gatehouse/guards/tools'
import type { RequestContext } from '@gatehouse/http'
import { Failure, MASK } from '@gatehouse/kernel'
import { deleteItem, listItems, putItem, type TenantItem } from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../administration/audited.ts'
import { agenticEntries, callerOf, runCheck } from '@gatehouse/screening'
import type { GuardHandler, GuardPorts } from './handler.ts'

const KIND = 'disabled_tool'

/** Own limits: length of a stored error, and its retention, the same as for a breaker. */
const ERROR_CHARS_MAX = 300
const ERROR_TTL_MS = 86_400_000

const confirmTool: GuardHandler<'confirmTool'> =
  (ports) =>
  ({ body, context }) => {
    const caller = callerOf(body, context)
    const call = { ...caller, action: body.action, token: body.confirmation_token }
    const details = { action: body.action }
    const path = '/v1/shield/tool/confirm'
    return runCheck({ name: 'confirm', path, guards: confirmChain, call, tokens: 0, details }, context, ports)
  }

const disableTool: GuardHandler<'disableTool'> =
  ({ store, audit, clock }) =>
  async ({ params: { tool }, body: { reason }, context }) => {
    const by = actorOf(context)
    const document = { reason, disabled_by: by, disabled_at: new Date(clock.now()).toISOString() }
    const put = await putItem(store, context.tenantId, { kind: KIND, name: tool, by }, () => document)
    if (put === 'full')
      throw new Failure('limit_reached', 'Too many tools are disabled individually. Use a prefix with "*".')
    await audit.append(changeEntry('tool.disable', context.tenantId, context, { tool_name: tool, reason }))
    return { success: true, disabled: true, tool: disabledView(put.item) }
  }

const enableTool: GuardHandler<'enableTool'> =
  ({ store, audit }) =>
  async ({ params: { tool }, body: { reason }, context }) => {
    const was = await deleteItem(store, context.tenantId, KIND, tool)
    if (was !== undefined) {
      await audit.append(changeEntry('tool.enable', context.tenantId, context, { tool_name: tool, reason }))
    }
    const left = await listItems(store, context.tenantId, KIND)
    const still = bannedBy(new Map(left.map(({ name }) => [name, name])), tool) ?? null
    return {
      success: true,
      disabled: still !== null,
      tool_name: tool,
      was_disabled: was !== undefined,
      still_disabled_by: still,
    }
  }

const listDisabledTools: GuardHandler<'listDisabledTools'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const disabled = (await listItems(store, tenantId, KIND)).map(disabledView)
    return { tenant_id: tenantId, disabled, total: disabled.length }
  }

const reportToolCall: GuardHandler<'reportToolCall'> =
  (ports) =>
  async ({ body: { tool_name: tool, success, latency_ms, error }, context }) => {
    const { agentic, usage, audit, clock } = ports
    const tenant = await ports.tenants.snapshot(context.tenantId)
    const { tenantId } = tenant
    await usage.admit(tenantId, tenant.quota, 0)
    // Settings are validated when they are saved.
    const rules = BreakerRules.parse(agenticEntries(tenant.agentic).get('circuit_breaker')?.settings ?? {})
    const { state } = agentic
    const reported = await reportOutcome(state, tenantId, tool, { success, latency_ms }, rules, clock.now())
    if (!success && error !== undefined) await state.set(errorKey(tenantId, tool), masked(error), ERROR_TTL_MS)
    const action = changed(reported)
    if (action !== undefined) {
      await audit.append(changeEntry(action, tenantId, context, { tool_name: tool, failures: reported.failures }))
    }
    const view = await breakerView(tool, reported, tenantId, ports)
    return { success: true, state: reported.state, circuit_breaker: view }
  }

const listBreakers: GuardHandler<'listBreakers'> =
  (ports) =>
  async ({ context: { tenantId } }) => {
    const found = await listTools(ports.agentic.state, tenantId, ports.clock.now())
    const breakers = await Promise.all(found.map(({ tool, ...view }) => breakerView(tool, view, tenantId, ports)))
    return { tenant_id: tenantId, circuit_breakers: breakers, total: breakers.length }
  }

const resetBreaker: GuardHandler<'resetBreaker'> =
  (ports) =>
  async ({ params: { tool }, context }) => {
    const { tenantId } = context
    const wasOpen = await reset(ports.agentic.state, tenantId, tool)
    await ports.agentic.state.delete(errorKey(tenantId, tool))
    await ports.audit.append(changeEntry('breaker.reset', tenantId, context, { tool_name: tool, was_open: wasOpen }))
    const view = await breakerView(tool, { state: 'closed', failures: 0 }, tenantId, ports)
    return { success: true, was_open: wasOpen, circuit_breaker: view }
  }

/** Handlers of the kill switch and the breakers. */
export function toolControlHandlers(ports: GuardPorts): ToolControlHandlers {
  return {
    confirmTool: confirmTool(ports),
    disableTool: disableTool(ports),
    enableTool: enableTool(ports),
    listDisabledTools: listDisabledTools(ports),
    reportToolCall: reportToolCall(ports),
    listBreakers: listBreakers(ports),
    resetBreaker: resetBreaker(ports),
  }
}

type ToolControlHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof toolControlEndpoints>

function changed({ opened, closed }: BreakerReport): 'breaker.open' | 'breaker.close' | undefined {
  if (opened) return 'breaker.open'
  return closed ? 'breaker.close' : undefined
}

function disabledView({ name, document, updatedAt, updatedBy }: TenantItem) {
  const { reason, disabled_by: by, disabled_at: at } = document
  return {
    tool_name: name,
    reason: typeof reason === 'string' ? reason : '',
    disabled_by: typeof by === 'string' ? by : updatedBy,
    disabled_at: typeof at === 'string' ? at : updatedAt.toISOString(),
  }
}

async function breakerView(
  tool: string,
  { state, failures, openedAt_ms, openUntil_ms }: BreakerView,
  tenantId: string,
  { agentic }: GuardPorts,
): Promise<CircuitBreaker> {
  const error = failures > 0 ? await agentic.state.get(errorKey(tenantId, tool)) : undefined
  return {
    tool_name: tool,
    state,
    failures,
    opened_at: openedAt_ms === undefined ? null : new Date(openedAt_ms).toISOString(),
    retry_at: openUntil_ms === undefined ? null : new Date(openUntil_ms).toISOString(),
    last_error: typeof error === 'string' ? error : null,
  }
}

function errorKey(tenantId: string, tool: string): string {
  return `${tenantId}:breaker:error:${tool}`
}

/** Masks credentials in a tool error, for example in addresses. */
function masked(error: string): string {
  let text = ''
  let at = 0
  for (const { start, end } of findSecrets(error)) {
    text += error.slice(at, start) + MASK
    at = end
  }
  return (text + error.slice(at)).slice(0, ERROR_CHARS_MAX).toWellFormed()
}
