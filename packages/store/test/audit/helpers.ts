import type { Client } from 'pg'
import type { AuditEntryInput } from '../../src/audit/entry.ts'
import { type AuditLog, createAuditLog } from '../../src/audit/log.ts'
import type { Store } from '../../src/connect.ts'

/** Returns an entry like that of a guard call. */
export function entryOf(overrides: Partial<AuditEntryInput> = {}): AuditEntryInput {
  return {
    tenant_id: 'acme',
    actor: 'tenant:acme',
    action: 'guardrail.input',
    guardrail: 'keyword_blocklist',
    verdict: 'block',
    request_id: 'req-1',
    details: { safe: false, latency_ms: 0.25 },
    ...overrides,
  }
}

/** Appends `count` entries for a tenant and closes the log. */
export async function filled(store: Store, tenant_id: string, count: number): Promise<void> {
  const log = createAuditLog(store, { instanceId: 'test' })
  await Promise.all(Array.from({ length: count }, (_, n) => log.append(entryOf({ tenant_id, details: { n } }))))
  await log.close()
}

/** Runs `use` without the protection against changes, like an attacker with the owner's privileges. */
export function tamper(store: Store, use: (client: Client) => Promise<unknown>): Promise<void> {
  return store.withConnection(async (client) => {
    await client.query('SET session_replication_role = replica')
    await use(client)
  })
}

export async function withLog<T>(store: Store, use: (log: AuditLog) => Promise<T>, instanceId = 'test'): Promise<T> {
  const log = createAuditLog(store, { instanceId })
  try {
    return await use(log)
  } finally {
    await log.close()
  }
}
