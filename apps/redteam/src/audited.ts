import { type RequestContext, testerOf } from '@gatehouse/http'
import type { AuditEntryInput } from '@gatehouse/store/audit'

/** Audited actions, as the audit log names them: `<resource>.<action>`. */
export type RedteamAction =
  | 'key.created'
  | 'key.revoked'
  | 'target.tested'
  | 'run.started'
  | 'run.cancelled'
  | 'run.deleted'
  | 'run.ended'
  | 'report.read'
  | 'report.analyzed'
  | 'report.guard_drafted'

export interface RedteamEvent {
  readonly action: RedteamAction
  /** Resource of the action with its id, e.g. `run`. */
  readonly resource: string
  readonly resourceId: string
  /** Names and numbers; no secret, no attack, no reply. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Returns the id of the audit chain of a tenant. No tenant of the guard service can have an id of this form. */
export function chainOf(tenantId: string): string {
  return `redteam:${tenantId}`
}

/** An entry about something that a caller did. */
export function testerEntry(event: RedteamEvent, context: RequestContext): AuditEntryInput {
  return entryFor(event, testerOf(context), context)
}

/** Returns the same entry for an action without a caller. */
export function entryFor(
  { action, resource, resourceId, details = {} }: RedteamEvent,
  { actor, name, role }: { readonly actor: string; readonly name: string; readonly role: string },
  { tenantId, requestId, clientAddress }: Pick<RequestContext, 'tenantId' | 'requestId' | 'clientAddress'>,
): AuditEntryInput {
  return {
    tenant_id: chainOf(tenantId),
    actor,
    action,
    request_id: requestId,
    details: { resource, resourceId, name, role, ipAddress: clientAddress, details },
  }
}
