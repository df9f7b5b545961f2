import type { WebhookEvent } from '@gatehouse/contracts/guard'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import type { Webhooks } from './webhooks.ts'

/** Writes entries and resolves when they are durable. */
export interface AuditPort {
  append(entry: AuditEntryInput): Promise<unknown>
}

/** Actions that change policies. */
const POLICY_WRITE = /^(?:policy\.(?!replay)|custom_policy\.|tool_policy\.|data_policy\.|tenant\.update$)/

/**
 * Wraps the audit log and queues entries for subscribed webhooks. An event contains no more than its audit entry. Both are durable when it
 * resolves.
 */
export function notifyingAudit(audit: AuditPort, webhooks: Pick<Webhooks, 'notify'>): AuditPort {
  return {
    append(entry) {
      const event = eventOf(entry)
      const written = audit.append(entry)
      if (event === undefined) return written
      // Sequential: an event must only report an entry that was written.
      return written.then(() => webhooks.notify(entry.tenant_id, event, dataOf(entry)))
    },
  }
}

/** Webhook events of audit actions. */
const EVENTS: Readonly<Record<string, WebhookEvent>> = {
  'approval.request': 'approval_requested',
  'approval.approve': 'approval_decided',
  'approval.deny': 'approval_decided',
  'tool.disable': 'tool_disabled',
  'tool.enable': 'tool_enabled',
  'breaker.open': 'breaker_opened',
  'breaker.close': 'breaker_closed',
}

/** Content checks have no approval requests, so that an approval action is an unsafe result. */
const CONTENT: ReadonlySet<string> = new Set(['guard.input', 'guard.output', 'guard.file'])

/** Returns the webhook event of an entry; most have none. */
export function eventOf({ action, verdict }: AuditEntryInput): WebhookEvent | undefined {
  // Nearly all entries are passing verdicts.
  if (verdict === 'pass') return undefined
  if (action.startsWith('guard.')) {
    if (verdict === 'block') return action === 'guard.budget' ? 'budget_exceeded' : 'guardrail_blocked'
    return verdict === 'require_approval' && CONTENT.has(action) ? 'guardrail_blocked' : undefined
  }
  if (POLICY_WRITE.test(action)) return 'policy_changed'
  return Object.hasOwn(EVENTS, action) ? EVENTS[action] : undefined
}

function dataOf({ action, actor, guardrail, verdict, request_id, details }: AuditEntryInput) {
  return { action, actor, guardrail, verdict, request_id, details }
}
