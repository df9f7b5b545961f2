import type { Handlers } from '@gatehouse/contracts'
import type { MemoryCheck, memoryEndpoints } from '@gatehouse/contracts/agents'
import { type MemoryCall, memoryChain, memoryNamespace } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { purgeMemory } from '@gatehouse/store/agents'
import { changeEntry } from '../administration/audited.ts'
import { callerOf, runCheck, tokensOf } from '@gatehouse/screening'
import { withoutNulls } from './without-nulls.ts'
import type { GuardHandler, GuardPorts } from './handler.ts'

/** `POST /v1/shield/memory/check`. */
const checkMemory: GuardHandler<'checkMemory'> =
  (ports) =>
  async ({ body, context }) => {
    const call = callOf(body, context)
    return runCheck(
      {
        name: 'memory',
        path: '/v1/shield/memory/check',
        guards: memoryChain,
        call,
        tokens: tokensOf(typeof call.value === 'string' ? call.value : (JSON.stringify(call.value) ?? '')),
        details: { operation: call.operation, namespace: call.namespace, source_agent: call.sourceAgent },
      },
      context,
      ports,
    )
  }

function callOf(memoryCheck: MemoryCheck, context: RequestContext): MemoryCall {
  const body = withoutNulls(memoryCheck)
  return {
    ...callerOf(body, context),
    operation: body.operation,
    key: body.key ?? body.memory_key!,
    // An explicit null contains nothing to screen.
    value: body.value ?? body.memory_value ?? undefined,
    memoryType: body.memory_type,
    namespace: body.memory_namespace ?? body.namespace,
    classification: body.data_classification,
    sourceAgent: body.source_agent,
  }
}

/** `POST /v1/shield/memory/cleanup`: an agent purges its own memory; purging the whole tenant requires a key of scope admin. */
const cleanUpMemory: GuardHandler<'cleanUpMemory'> =
  ({ store, audit, tenants, clock }) =>
  async ({ body: value, context }) => {
    const { tenantId } = context
    const body = withoutNulls(value)
    const agent = agentOf(body.agent_key ?? body.agent_id, context)
    if (agent === undefined && !isAdmin(context)) {
      throw new Failure(
        'insufficient_scope',
        'Purging the memory of all agents requires a key with the admin scope. Otherwise, specify an agent_key.',
      )
    }
    const { agentic: config } = await tenants.snapshot(tenantId)
    const memory_namespace = body.memory_namespace ?? body.namespace
    const namespace = memory_namespace === undefined ? undefined : memoryNamespace(config, memory_namespace)
    const seconds =
      body.older_than_seconds ??
      body.max_age_seconds ??
      (body.older_than_days === undefined ? undefined : body.older_than_days * DAY_S)
    const before = seconds === undefined ? undefined : new Date(clock.now() - seconds * 1_000)
    const { deleted, remaining, byAgent, byNamespace } = await purgeMemory(
      store,
      tenantId,
      { agent, namespace, before },
      body.dry_run,
    )
    const counts = { deleted, remaining, by_agent: byAgent, by_namespace: byNamespace, dry_run: body.dry_run }
    await audit.append(
      changeEntry('memory.cleanup', tenantId, context, {
        agent_key: agent,
        namespace,
        before: before?.toISOString(),
        deleted,
        dry_run: body.dry_run,
      }),
    )
    return { success: true, tenant_id: tenantId, ...counts }
  }

const DAY_S = 86_400

/** Returns the target agent. The header identifies the caller: an agent cannot purge another agent's memory. */
function agentOf(named: string | undefined, context: RequestContext): string | undefined {
  const { agentKey } = context
  if (agentKey !== undefined && named !== undefined && agentKey !== named) {
    throw new Failure('authz_denied', 'X-Agent-Key and the body specify different agents.')
  }
  return named ?? agentKey
}

function isAdmin({ caller }: RequestContext): boolean {
  return caller.kind === 'tenant' && caller.scope === 'admin'
}

export function memoryHandlers(
  ports: GuardPorts,
): Pick<Handlers<typeof memoryEndpoints, RequestContext>, 'checkMemory' | 'cleanUpMemory'> {
  return { checkMemory: checkMemory(ports), cleanUpMemory: cleanUpMemory(ports) }
}
