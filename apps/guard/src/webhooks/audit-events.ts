import type { WebhookEvent } from '@gatehouse/contracts'
import type { AuditEntryInput } from '@gatehouse/store'
import type { Webhooks } from './webhooks.ts'

/** What writes entries and resolves when they are durable. */
export interface AuditPort {
  append(entry: AuditEntryInput): Promise<unknown>
}

/** Writes of what decides about a tenant's calls. */
const POLICY_WRITE = /^(?:policy|custom_policy|tool_policy|data_policy|guardrail)\.|^tenant\.update$/

/**
 * The audit log, with those of its entries that tenants want to be told of put into the queue of their webhooks. Whatever
 * is told was audited, and holds no more than that entry. Both are durable before it resolves.
 */
export function tellingAudit(audit: AuditPort, webhooks: Pick<Webhooks, 'notify'>): AuditPort {
  return {
    append(entry) {
      const event = eventOf(entry)
      const told = event === undefined ? undefined : webhooks.notify(entry.tenant_id, event, dataOf(entry))
      const written = audit.append(entry)
      return told === undefined ? written : Promise.all([written, told])
    },
  }
}

/** What an entry is to a webhook; most are nothing. */
export function eventOf({ action, verdict }: AuditEntryInput): WebhookEvent | undefined {
  if (action.startsWith('guard.')) {
    if (verdict === 'pass') return undefined
    if (verdict === 'block') return 'guardrail_blocked'
    // Content that needs an approval is not safe; calls of tools that need one are told of with their request.
    return verdict === 'require_approval' && CONTENT.has(action) ? 'guardrail_blocked' : undefined
  }
  return POLICY_WRITE.test(action) ? 'policy_changed' : undefined
}

const CONTENT: ReadonlySet<string> = new Set(['guard.input', 'guard.output', 'guard.file'])

function dataOf({ action, actor, guardrail, verdict, request_id, details }: AuditEntryInput) {
  return { action, actor, guardrail, verdict, request_id, details }
}
