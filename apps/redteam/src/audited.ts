import { type RequestContext, testerOf } from '@gatehouse/http'
import type { AuditEntryInput } from '@gatehouse/store'

/** What can be done here, as the audit log names it: `<resource>.<done>`. */
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

export interface RedteamEvent {
  readonly action: RedteamAction
  /** What it was done to, e.g. `run`, and its id. */
  readonly resource: string
  readonly resourceId: string
  /** Names and numbers; no secret, no attack, no reply. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Whose chain holds what is done for a tenant. No tenant of the guard service can have such an id. */
export function chainOf(tenantId: string): string {
  return `redteam:${tenantId}`
}

/** An entry about something that a caller did. */
export function testerEntry(event: RedteamEvent, context: RequestContext): AuditEntryInput {
  return entryFor(event, testerOf(context), context)
}

/** The same where nobody has called. */
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
