import { openCache } from '@gatehouse/cache'
import type { WebhookEvent } from '@gatehouse/contracts/guard'
import { Failure } from '@gatehouse/kernel'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import { expect, test } from 'vitest'
import type { Usage } from '../../src/usage/usage.ts'
import { eventOf, notifyingAudit } from '../../src/webhooks/audit-events.ts'
import { notifyingUsage } from '../../src/webhooks/quota-events.ts'

const entry = (action: string, verdict?: string): AuditEntryInput => ({
  tenant_id: 'acme',
  actor: 'tenant:acme',
  action,
  ...(verdict === undefined ? {} : { verdict }),
  request_id: 'r-1',
  details: { tool_name: 'pay' },
})

test.each<[string, string | undefined, WebhookEvent | undefined]>([
  ['guard.input', 'pass', undefined],
  ['guard.input', 'redact', undefined],
  ['guard.input', 'block', 'guardrail_blocked'],
  ['guard.output', 'require_approval', 'guardrail_blocked'],
  ['guard.tool', 'block', 'guardrail_blocked'],
  ['guard.tool', 'require_approval', undefined],
  ['guard.budget', 'block', 'budget_exceeded'],
  ['approval.request', 'require_approval', 'approval_requested'],
  ['approval.approve', undefined, 'approval_decided'],
  ['approval.deny', undefined, 'approval_decided'],
  ['approval.consume', 'pass', undefined],
  ['policy.update', undefined, 'policy_changed'],
  ['policy.replay', undefined, undefined],
  ['custom_policy.enable', undefined, 'policy_changed'],
  ['tool_policy.replace', undefined, 'policy_changed'],
  ['tool.disable', undefined, 'tool_disabled'],
  ['tool.enable', undefined, 'tool_enabled'],
  ['webhook.create', undefined, undefined],
  ['constructor', undefined, undefined],
])('an entry %s with the verdict %s is %s', (action, verdict, event) => {
  expect(eventOf(entry(action, verdict))).toBe(event)
})

test('an entry completes after its event is queued, and the event matches the entry', async () => {
  const reported: unknown[] = []
  let arrive = (): void => undefined
  const notify = (...all: unknown[]): Promise<void> => {
    reported.push(all)
    return new Promise((resolve) => (arrive = resolve))
  }
  const audit = notifyingAudit({ append: () => Promise.resolve() }, { notify })
  await audit.append(entry('guard.input', 'pass'))
  expect(reported).toEqual([])
  let done = false
  const appended = audit.append(entry('guard.tool', 'block')).then(() => (done = true))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(done).toBe(false)
  arrive()
  await appended
  const data = { action: 'guard.tool', actor: 'tenant:acme', verdict: 'block', request_id: 'r-1' }
  expect(reported).toMatchObject([['acme', 'guardrail_blocked', { ...data, details: { tool_name: 'pay' } }]])
})

test('an entry that fails to be stored sends no event', async () => {
  const reported: unknown[] = []
  const down = new Failure('unavailable', 'the log is away')
  const audit = notifyingAudit({ append: () => Promise.reject(down) }, { notify: (...all) => void reported.push(all) })
  await expect(audit.append(entry('guard.tool', 'block'))).rejects.toBe(down)
  expect(reported).toEqual([])
})

test('an exhausted quota is reported at intervals, whichever instance detects it', async () => {
  const reported: unknown[] = []
  const cache = await openCache()
  const refusal = new Failure('quota_exceeded', 'used up', { extra: { quota: 'requests_per_day', retry_after: 60 } })
  const usage: Usage = {
    admit: () => Promise.reject(refusal),
    admitAside: () => Promise.reject(refusal),
    spend: () => undefined,
    blocked: () => undefined,
    read: () => Promise.reject(new Error('nobody asks')),
    close: () => Promise.resolve(),
  }
  const notify = (...all: unknown[]): undefined => void reported.push(all)
  const instances = [notifyingUsage(usage, { notify }, cache), notifyingUsage(usage, { notify }, cache)]
  for (const item of [...instances, ...instances]) {
    await expect(item.admit('acme', undefined, 1)).rejects.toBe(refusal)
    await expect(item.admitAside('acme', undefined)).rejects.toBe(refusal)
  }
  expect(reported).toEqual([['acme', 'quota_exceeded', { quota: 'requests_per_day', retry_after: 60 }]])
})
