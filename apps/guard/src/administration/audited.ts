import type { RequestContext } from '@gatehouse/http'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import { auditedBy } from '../audit/actor.ts'

/** Audit log actions for configuration changes. */
export type ConfigurationAction =
  | 'tenant.create'
  | 'tenant.update'
  | 'tenant.delete'
  | 'tenant.restore'
  | 'api_key.create'
  | 'api_key.revoke'
  | 'policy.update'
  | 'policy.restore'
  | 'agent.create'
  | 'agent.update'
  | 'agent.delete'
  | 'agent.forget_unregistered'
  | 'custom_policy.create'
  | 'custom_policy.update'
  | 'custom_policy.delete'
  | 'custom_policy.enable'
  | 'custom_policy.disable'
  | 'tool_policy.replace'
  | 'tool_policy.update'
  | 'tool_policy.delete'
  | 'tools.replace'
  | 'vault.reveal'
  | 'memory.cleanup'
  | 'mcp_server.register'
  | 'mcp_server.delete'
  | 'vault.forget'
  | 'audit.export'
  | 'server_config.update'
  | 'data_policy.update'
  | 'data_policy.delete'
  | 'policy.replay'
  | 'retention.update'
  | 'retention.delete'
  | 'capability_key.rotate'
  | 'tool.disable'
  | 'tool.enable'
  | 'breaker.open'
  | 'breaker.close'
  | 'breaker.reset'
  | 'hold.lift'
  | 'webhook.create'
  | 'webhook.update'
  | 'webhook.delete'
  | 'webhook.test'
  | 'webhook.retry'
  | 'model_upstreams.replace'
  | 'model_upstream.update'
  | 'model_upstream.delete'
  | 'mcp_route.create'
  | 'mcp_route.update'
  | 'mcp_route.delete'
  | 'mcp_pin.accept'

/** The only administrator: the holder of the deployment's admin key. */
const ADMIN_ID = 'platform'

/** Chain id for changes of the deployment itself. No tenant can have this id, so only administrators can read the chain. */
export const DEPLOYMENT = '$deployment'

/** Returns the actor: an administrator, or a tenant by its key. {@link auditedBy} converts it for the audit log. */
export function actorOf({ caller }: RequestContext): string {
  if (caller.kind === 'platform') return `admin:${ADMIN_ID}`
  if (caller.kind === 'tenant') return `tenant:${caller.keyId ?? caller.tenantId}`
  return 'nobody'
}

/** Returns the audit entry of a configuration change; details contain names and numbers, no secret and no setting. */
export function changeEntry(
  action: ConfigurationAction,
  tenantId: string,
  context: RequestContext,
  details: Readonly<Record<string, unknown>> = {},
): AuditEntryInput {
  const { actor, ...by } = auditedBy(tenantId, actorOf(context))
  return { tenant_id: tenantId, actor, action, request_id: context.requestId, details: { ...details, ...by } }
}
