import type { WebhookEvent } from '@gatehouse/contracts'
import type { AuditEntryInput } from '@gatehouse/store'
import type { Webhooks } from './webhooks.ts'

/** Writes entries and resolves when they are durable. */
export interface AuditPort {
  append(entry: AuditEntryInput): Promise<unknown>
}

/** Changes of a tenant's policies. */
const POLICY_WRITE = /^(?:policy\.(?!replay)|custom_policy\.|tool_policy\.|data_policy\.|tenant\.update$)/

/**
 * Wraps the audit log: queues entries for the tenant's webhooks if they are subscribed. An event contains no more than its audit entry.
 * Both are durable before it resolves.
 */
export function notifyingAudit(audit: AuditPort, webhooks: Pick<Webhooks, 'notify'>): AuditPort {
  return {
    append(entry) {
      const event = eventOf(entry)
      const written = audit.append(entry)
      if (event === undefined) return written
      // In sequence: an event only reports an entry in the log, never one that could not be written.
      return written.then(() => webhooks.notify(entry.tenant_id, event, dataOf(entry)))
    },
  }
}

/** Entries that are an event of their own. */
const EVENTS: Readonly<Record<string, WebhookEvent>> = {
  'approval.request': 'approval_requested',
  'approval.approve': 'approval_decided',
  'approval.deny': 'approval_decided',
  'tool.disable': 'tool_disabled',
  'tool.enable': 'tool_enabled',
  'breaker.open': 'breaker_opened',
  'breaker.close': 'breaker_closed',
}

/** Content checks: for these, an approval action is also an unsafe result, since no approval request exists. */
const CONTENT: ReadonlySet<string> = new Set(['guard.input', 'guard.output', 'guard.file'])

/** Returns the webhook event of an entry; most have none. */
export function eventOf({ action, verdict }: AuditEntryInput): WebhookEvent | undefined {
  // Nearly all entries are verdicts that pass.
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
