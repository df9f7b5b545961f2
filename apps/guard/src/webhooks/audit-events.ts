import type { WebhookEvent } from '@gatehouse/contracts'
import type { AuditEntryInput } from '@gatehouse/store'
import type { Webhooks } from './webhooks.ts'

/** What writes entries and resolves when they are durable. */
export interface AuditPort {
  append(entry: AuditEntryInput): Promise<unknown>
}

/** Writes of what decides about a tenant's calls. */
const POLICY_WRITE = /^(?:policy\.(?!replay)|custom_policy\.|tool_policy\.|data_policy\.|tenant\.update$)/

/**
 * The audit log, with those of its entries that tenants want to be told of put into the queue of their webhooks. Whatever
 * is told was audited, and holds no more than that entry. Both are durable before it resolves.
 */
export function tellingAudit(audit: AuditPort, webhooks: Pick<Webhooks, 'notify'>): AuditPort {
  return {
    append(entry) {
      const event = eventOf(entry)
      const written = audit.append(entry)
      if (event === undefined) return written
      // One after the other: an event is told of what is in the log, and never of what could not be written.
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

/** Checks of content: they are not safe either when an approval is asked for, which nobody files for them. */
const CONTENT: ReadonlySet<string> = new Set(['guard.input', 'guard.output', 'guard.file'])

/** What an entry is to a webhook; most are nothing. */
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
