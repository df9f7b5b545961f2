import { AgentFields } from '@gatehouse/contracts/agents'
import { StoredRoles } from '@gatehouse/contracts/guard'
import type { Store } from '@gatehouse/store'
import { listAgents } from '@gatehouse/store/agents'
import { ownRecord } from './own.ts'

/** Returns all roles of the tenant and its agents, and those shared by every agent. */
export async function ownRoles(
  store: Store,
  tenantId: string,
): Promise<{ tenant_roles: string[]; common_roles: string[] }> {
  const { rbac } = StoredRoles.parse((await ownRecord(store, tenantId)).config)
  const ofAgents = (await listAgents(store, tenantId)).map(({ record }) =>
    Object.keys(AgentFields.parse(record).role_permissions ?? {}),
  )
  const all = new Set([...Object.keys(rbac?.roles ?? {}), ...Object.values(rbac?.agents ?? {}), ...ofAgents.flat()])
  const [first = [], ...others] = ofAgents
  const common = first.filter((role) => others.every((roles) => roles.includes(role)))
  return { tenant_roles: [...all].sort(), common_roles: common.toSorted() }
}
