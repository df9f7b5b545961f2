import type { Agent } from '@gatehouse/contracts/agents'
import { Failure } from '@gatehouse/kernel'
import {
  AGENTS_MAX,
  changeAgent as changeRow,
  deleteAgent as deleteRow,
  forgetUnregistered as forgetRows,
  insertAgent,
  listAgents as listRows,
  listUnregistered as listSeen,
  readAgent as readRow,
} from '@gatehouse/store/agents'
import { changeEntry } from '../../administration/audited.ts'
import { agentOf, patchedRecord, recordOf } from '../../agents/agent-record.ts'
import type { GuardHandler } from '../handler.ts'
import { ownRoles } from './roles.ts'

export const listAgents: GuardHandler<'listAgents'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const items = (await listRows(store, tenantId)).map(agentOf)
    return { success: true, agents: byId(items), items, total: items.length, tenant_id: tenantId }
  }

export const createAgent: GuardHandler<'createAgent'> =
  ({ store, audit }) =>
  async ({ body, context }) => {
    const id = agentId(body.agent_id, body.agent_key)
    const made = await insertAgent(store, context.tenantId, id, recordOf(body))
    if (made === 'taken') throw new Failure('conflict', `Agent "${id}" is already registered.`)
    if (made === 'full') throw new Failure('limit_reached', `A tenant can have at most ${AGENTS_MAX} agents.`)
    await audit.append(changeEntry('agent.create', context.tenantId, context, { agent_id: id }))
    return { success: true, message: `Agent "${id}" registered.`, agent: agentOf(made) }
  }

export const readAgent: GuardHandler<'readAgent'> =
  ({ store }) =>
  async ({ params: { agent_id: id }, context: { tenantId } }) => {
    const row = await readRow(store, tenantId, id)
    if (row === undefined) throw unknownAgent(id)
    return { success: true, agent: agentOf(row), tenant_id: tenantId }
  }

export const changeAgent: GuardHandler<'changeAgent'> =
  ({ store, audit }) =>
  async ({ params: { agent_id: id }, body, context }) => {
    const changed = await changeRow(store, context.tenantId, id, ({ record }) => patchedRecord(record, body))
    if (changed === undefined) throw unknownAgent(id)
    await audit.append(changeEntry('agent.update', context.tenantId, context, { agent_id: id }))
    return { success: true, message: `Agent "${id}" updated.`, agent: agentOf(changed) }
  }

export const deleteAgent: GuardHandler<'deleteAgent'> =
  ({ store, audit }) =>
  async ({ params: { agent_id: id }, context }) => {
    if (!(await deleteRow(store, context.tenantId, id))) throw unknownAgent(id)
    await audit.append(changeEntry('agent.delete', context.tenantId, context, { agent_id: id }))
    return { success: true, message: `Agent "${id}" removed.`, agent_id: id }
  }

export const listRoles: GuardHandler<'listRoles'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => ({ success: true, ...(await ownRoles(store, tenantId)), tenant_id: tenantId })

export const listUnregistered: GuardHandler<'listUnregistered'> =
  ({ store, unregistered }) =>
  async ({ context: { tenantId } }) => {
    await unregistered.flush()
    const agents = (await listSeen(store, tenantId)).map(({ agentId: agent_id, ...seen }) => ({
      agent_id,
      first_seen: seen.firstSeen.toISOString(),
      last_seen: seen.lastSeen.toISOString(),
      call_count: seen.calls,
      endpoints: seen.endpoints.toSorted(),
      roles: seen.roles.toSorted(),
    }))
    return { success: true, agents, total: agents.length, tenant_id: tenantId }
  }

export const forgetUnregistered: GuardHandler<'forgetUnregistered'> =
  ({ store, audit }) =>
  async ({ context }) => {
    const deleted = await forgetRows(store, context.tenantId)
    await audit.append(changeEntry('agent.forget_unregistered', context.tenantId, context, { deleted }))
    return { success: true, deleted }
  }

/** @throws {Failure} `invalid_request` for a missing id, or for two different ids */
function agentId(id: string | undefined, key: string | undefined): string {
  const found = id ?? key
  if (found !== undefined && (id === undefined || key === undefined || id === key)) return found
  const message = found === undefined ? 'agent_id is required' : 'agent_id and agent_key specify different agents'
  throw new Failure('invalid_request', message, {
    violations: [{ path: ['body', 'agent_id'], message, type: found === undefined ? 'missing' : 'contradiction' }],
  })
}

function byId(agents: readonly Agent[]): Record<string, Agent> {
  return Object.fromEntries(agents.map((agent) => [agent.agent_id, agent]))
}

function unknownAgent(id: string): Failure {
  return new Failure('not_found', `Agent "${id.slice(0, 128)}" not found.`)
}
