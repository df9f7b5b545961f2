import { memberOf, type RequestContext } from '@gatehouse/http'
import type { AuditEntryInput } from '@gatehouse/store/audit'

/** Actions in the audit log: `<resource>.<past participle>`. */
export type AppsecAction =
  | 'organization.created'
  | 'session.started'
  | 'session.ended'
  | 'session.refused'
  | 'password.changed'
  | 'password.refused'
  | 'apikey.created'
  | 'apikey.revoked'
  | 'member.invited'
  | 'member.role_changed'
  | 'member.removed'
  | 'project.created'
  | 'project.updated'
  | 'project.deleted'
  | 'schedule.saved'
  | 'schedule.deleted'
  | 'webhook_secret.made'
  | 'webhook_secret.deleted'
  | 'host_link.saved'
  | 'host_link.deleted'
  | 'host_link.tested'
  | 'host_link.disabled'
  | 'build_gate.saved'
  | 'policy.created'
  | 'policy.updated'
  | 'policy.deleted'
  | 'model_settings.saved'
  | 'scan.queued'
  | 'advisories.imported'
  | 'advisories.removed'
  | 'scan.refused'
  | 'scan.paused'
  | 'scan.resumed'
  | 'scan.stopped'
  | 'scan.cancelled'
  | 'scan.deleted'
  | 'scan.completed'
  | 'scan.failed'
  | 'finding.triaged'
  | 'finding.reopened'
  | 'finding.commented'
  | 'finding.retested'
  | 'findings.imported'
  | 'sbom.uploaded'
  | 'sla.saved'
  | 'finding.fix_opened'
  | 'suppression.accepted'
  | 'suppression.rejected'
  | 'suppression.reopened'
  | 'signing_key.rotated'
  | 'integration.saved'
  | 'integration.tested'
  | 'integration.deleted'
  | 'integration.redelivered'

/** Returns the audit chain of an organization. The id cannot collide with a tenant of the guard service. */
export function chainOf(organizationId: string): string {
  return `org:${organizationId}`
}

export interface AppsecEvent {
  readonly action: AppsecAction
  /** Resource of the action, e.g. `scan`, with its id. */
  readonly resource: string
  readonly resourceId: string
  /** Names and numbers, never secrets. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Creates an entry for a member's action. Actions of an API key are attributed to its creator. docs/spec/appsec.md §5 rule 3. */
export function memberEntry(event: AppsecEvent, context: RequestContext): AuditEntryInput {
  const { organizationId, userId, email, keyId } = memberOf(context)
  return entryFor(
    { ...event, organizationId, user: { id: userId, email }, ...(keyId === undefined ? {} : { keyId }) },
    context,
  )
}

/** Creates an entry without a signed-in user. */
export function entryFor(
  event: AppsecEvent & {
    readonly organizationId: string
    readonly user: { readonly id: string; readonly email: string }
    readonly keyId?: string
  },
  { requestId, clientAddress }: Pick<RequestContext, 'requestId' | 'clientAddress'>,
): AuditEntryInput {
  const { action, resource, resourceId, organizationId, user, keyId, details = {} } = event
  return {
    tenant_id: chainOf(organizationId),
    actor: `user:${user.id}`,
    action,
    request_id: requestId,
    details: {
      resource,
      resourceId,
      email: user.email,
      ipAddress: clientAddress,
      ...(keyId === undefined ? {} : { keyId }),
      details,
    },
  }
}
