import { randomBytes } from 'node:crypto'
import { createLogger } from '@gatehouse/http'
import { Secret, uuidv7 } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { openStore, type Store } from '@gatehouse/store'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import { createTenant } from '@gatehouse/store/tenants'
import { insertWebhook } from '@gatehouse/store/webhooks'
import { NO_TENANT } from '@gatehouse/screening'
import { createWebhookSecrets } from '../../src/webhooks/secrets.ts'
import { createWebhooks, type Webhooks } from '../../src/webhooks/webhooks.ts'

/** Settings shared by all processes of a test. `masterKey` may be several keys, newest first, separated by commas. */
export interface Setting {
  readonly databaseUrl: string
  readonly masterKey: string
  readonly tenantId: string
  readonly webhookId: string
}

export interface Opened extends Webhooks {
  readonly audited: readonly AuditEntryInput[]
  /** Logged lines: warnings about failures. */
  readonly logged: readonly string[]
}

export const newMasterKey = (): string => randomBytes(32).toString('hex')

/** Creates a tenant with one webhook. */
export async function makeHook(
  store: Store,
  url: string,
  over: Partial<Setting> = {},
): Promise<Omit<Setting, 'databaseUrl'>> {
  const { tenantId = `t-${uuidv7()}`, masterKey = newMasterKey() } = over
  await createTenant(store, { id: tenantId, name: tenantId })
  const webhookId = uuidv7()
  const secrets = createWebhookSecrets(store, createKeyRing([Buffer.from(masterKey, 'hex')]), { warn: () => undefined })
  const secret = secrets.seal(tenantId, webhookId, new Secret('made-up-secret-of-this-test'))
  const fields = { url, events: ['*'], description: '', enabled: true, secret, by: 'test' }
  await insertWebhook(store, tenantId, { id: webhookId, ...fields })
  return { tenantId, masterKey, webhookId }
}

/** Webhooks over a store, for a tenant that wants every event. */
export function openWebhooks(
  store: Store,
  {
    masterKey,
    webhookId,
    clock,
    poll_ms = 20,
    events = ['*'],
  }: Omit<Setting, 'databaseUrl' | 'tenantId'> & {
    readonly clock: { now(): number }
    readonly poll_ms?: number
    readonly events?: readonly string[]
  },
): Opened {
  const audited: AuditEntryInput[] = []
  const logged: string[] = []
  const webhooks = createWebhooks({
    store,
    keys: createKeyRing(masterKey.split(',').map((key) => Buffer.from(key, 'hex'))),
    egress: createEgress({ localMode: true }),
    tenants: { snapshot: () => ({ ...NO_TENANT, webhooks: [{ id: webhookId, events }] }) },
    clock,
    audit: { append: (entry) => Promise.resolve(audited.push(entry)) },
    log: createLogger({ service: 'guard', stream: { write: (line) => void logged.push(line) } }),
    random: () => 0,
    poll_ms,
  })
  return { ...webhooks, audited, logged }
}

/** Queues this number of events, reports it, and runs until it is killed. */
export async function queueAndWait(setting: Setting, events: number): Promise<void> {
  const store = await openStore({ url: setting.databaseUrl })
  const webhooks = openWebhooks(store, { ...setting, clock: { now: () => Date.now() } })
  await Promise.all(
    Array.from({ length: events }, async (_, at) => webhooks.notify(setting.tenantId, 'guardrail_blocked', { at })),
  )
  process.stdout.write('queued\n')
}
