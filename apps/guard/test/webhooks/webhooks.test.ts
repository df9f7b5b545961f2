import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { softDeleteTenant } from '@gatehouse/store/tenants'
import { DELIVERY_LEASE_MS, FAILING_MS_MAX } from '@gatehouse/platform'
import { readWebhook, webhookQueue } from '@gatehouse/store/webhooks'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { uuidv7 } from '@gatehouse/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeHook, newMasterKey, type Opened, openWebhooks, type Setting } from './fixture.ts'
import { isSignedBy, type Receiver, startReceiver } from './receiver.ts'

let database: TemporaryDatabase
let receiver: Receiver
let hook: Omit<Setting, 'databaseUrl'>
let opened: Opened[] = []
const clock = { time_ms: Date.now(), now: () => clock.time_ms }

beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock.time_ms = Date.now()
  receiver = await startReceiver()
  hook = await makeHook(database.store, receiver.url)
  return async () => {
    await receiver.close()
    for (const item of opened) {
      await item.close()
      const failed = item.logged.find((line) => line.includes('a delivery was postponed'))
      if (failed !== undefined) throw new Error(failed)
    }
    opened = []
    // Events of one test must not be delivered in the next.
    await database.store.db.deleteFrom('webhooks').execute()
  }
})

function open(over: { masterKey?: string; events?: readonly string[] } = {}): Opened {
  const webhooks = openWebhooks(database.store, { ...hook, clock, ...over })
  opened.push(webhooks)
  return webhooks
}

const rows = (status?: 'pending' | 'delivered' | 'dead') =>
  webhookQueue.list(database.store, hook.tenantId, { status, limit: 1_000 })
const tell = (webhooks: Opened, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => webhooks.notify(hook.tenantId, 'guardrail_blocked', { at })),
  )
const until = async (done: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the state was not reached within 30 s')
}
const allDelivered = (count: number) => until(async () => (await rows('delivered')).length === count)
const idsOf = (calls: Receiver['received']) => calls.map(({ headers }) => headers['x-shield-delivery'])

describe('several instances', () => {
  test('share the queue, and deliver each event once', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([tell(one, 60), tell(other, 60)])
    await allDelivered(120)
    expect(receiver.received).toHaveLength(120)
    expect(new Set(idsOf(receiver.received)).size).toBe(120)
  })

  test('lose no event if an instance is killed during its calls', async () => {
    receiver.answer = () => ({ status: 200, delay_ms: 60_000 })
    const setting: Setting = { ...hook, databaseUrl: database.url }
    const script = fileURLToPath(new URL('victim.ts', import.meta.url))
    const child = spawn(process.execPath, ['--conditions=gatehouse', script, JSON.stringify(setting), '12'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const [first] = await Promise.race([once(child.stdout, 'data'), ended])
    expect(String(first)).toBe('queued\n')
    // Some calls are under way and not answered, some deliveries have not been touched.
    await receiver.until(1, 20_000)
    child.kill('SIGKILL')
    await ended
    receiver.answer = () => ({ status: 200 })
    expect(await rows('pending')).toHaveLength(12)
    clock.time_ms = Date.now() + DELIVERY_LEASE_MS
    open()
    await allDelivered(12)
    expect(new Set(idsOf(receiver.received)).size).toBe(12)
  }, 40_000)
})

describe('a receiver', () => {
  test('that fails is paused, and receives all events after recovery', async () => {
    const webhooks = open()
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '120' } })
    await tell(webhooks, 10)
    await until(async () =>
      (await rows()).every(({ nextAttemptAt }) => nextAttemptAt.getTime() > clock.time_ms + 60_000),
    )
    const calls = receiver.received.length
    // Few are taken at a time, and no other delivery was tried while the receiver was known to be down.
    expect(calls).toBeLessThan(10)
    clock.time_ms += 119_000
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(receiver.received).toHaveLength(calls)
    receiver.answer = () => ({ status: 200 })
    clock.time_ms += 2_000
    await allDelivered(10)
    expect((await readWebhook(database.store, hook.tenantId, hook.webhookId))?.failingSince).toBeNull()
  })

  test('that recovers immediately receives the events without an attempt', async () => {
    const webhooks = open()
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '120' } })
    await tell(webhooks, 30)
    await until(async () =>
      (await rows()).every(({ nextAttemptAt }) => nextAttemptAt.getTime() > clock.time_ms + 60_000),
    )
    const tried = (await rows()).filter(({ attempts }) => attempts > 0)
    receiver.answer = () => ({ status: 200 })
    await webhooks.retry(tried[0]!)
    await until(async () => (await rows('delivered')).length === 30 - tried.length + 1)
    expect(tried.length).toBeLessThan(30)
  })

  test('that fails for a day no longer receives that event, and after three days no events', async () => {
    const webhooks = open()
    receiver.answer = () => ({ status: 500 })
    await tell(webhooks, 1)
    for (let attempt = 1; attempt <= 13; attempt += 1) {
      await until(async () => (await rows())[0]!.log.length === attempt)
      clock.time_ms = Math.max(clock.time_ms, (await rows())[0]!.nextAttemptAt.getTime())
    }
    await until(async () => (await rows('dead')).length === 1)
    expect(receiver.received).toHaveLength(13)
    expect((await readWebhook(database.store, hook.tenantId, hook.webhookId))?.enabled).toBe(true)
    clock.time_ms += FAILING_MS_MAX
    await tell(webhooks, 1)
    await until(async () => (await readWebhook(database.store, hook.tenantId, hook.webhookId))?.enabled === false)
    expect(webhooks.audited).toMatchObject([{ action: 'webhook.disable', actor: 'system', tenant_id: hook.tenantId }])
    clock.time_ms += 20_000
    await until(async () => (await rows('dead')).length === 2)
    expect(receiver.received).toHaveLength(14)
    expect((await rows('dead'))[0]!.log.at(-1)).toMatchObject({ error: 'the webhook is disabled' })
  })

  test('that is slow does not delay other receivers', async () => {
    const webhooks = open()
    receiver.answer = () => ({ status: 200, delay_ms: 60_000 })
    await tell(webhooks, 40)
    await receiver.until(4)
    const quick = await startReceiver()
    const theirs = await makeHook(database.store, quick.url, { masterKey: hook.masterKey })
    const other = openWebhooks(database.store, { ...theirs, clock })
    opened.push(other)
    await other.notify(theirs.tenantId, 'tool_disabled', {})
    await quick.until(1)
    await quick.close()
    // Each process has four deliveries in progress, and up to three more where its last poll found fewer.
    expect(receiver.received.length).toBeLessThanOrEqual(14)
  })
})

test('a deleted tenant receives no more events', async () => {
  receiver.answer = () => ({ status: 500 })
  await tell(open(), 3)
  // Ten seconds is the first retry delay; a delivery in progress is postponed further.
  const first = (at: Date) => at.getTime() > clock.time_ms && at.getTime() <= clock.time_ms + 10_000
  await until(async () => (await rows()).every(({ nextAttemptAt }) => first(nextAttemptAt)))
  await softDeleteTenant(database.store, hook.tenantId)
  const calls = receiver.received.length
  clock.time_ms += 60_000
  await until(async () => (await rows('dead')).length === 3)
  expect(receiver.received).toHaveLength(calls)
})

test('an event without subscribers costs nothing', async () => {
  const webhooks = open({ events: ['tool_disabled'] })
  expect(webhooks.notify(hook.tenantId, 'guardrail_blocked', {})).toBeUndefined()
  await webhooks.notify(hook.tenantId, 'tool_disabled', {})
  await allDelivered(1)
  expect(await rows()).toHaveLength(1)
})

test('a tenant’s backlog is bounded, and dropped events are counted', async () => {
  const { tenantId, webhookId } = hook
  const delivery = () => ({ id: uuidv7(), tenantId, receiverId: webhookId, event: 'ping', body: '{}' })
  const later = new Date(Date.now() + 3_600_000)
  await webhookQueue.queue(database.store, [delivery(), delivery(), delivery()], later, 5)
  await webhookQueue.queue(database.store, [delivery(), delivery(), delivery(), delivery()], later, 5)
  expect(await rows('pending')).toHaveLength(5)
  expect((await readWebhook(database.store, tenantId, webhookId))?.dropped).toBe(2)
  const removed = { ...delivery(), receiverId: uuidv7() }
  await webhookQueue.queue(database.store, [removed], later)
  expect(await rows()).toHaveLength(5)
})

test('secrets survive a new master key, and lie in the database sealed', async () => {
  const secretOf = async () => (await readWebhook(database.store, hook.tenantId, hook.webhookId))!.secret
  const newer = newMasterKey()
  const before = await secretOf()
  expect(before.toString('latin1')).not.toContain('made-up-secret')
  // A single start with the new key before the old one is enough, whether or not anything is delivered.
  await open({ masterKey: `${newer},${hook.masterKey}` }).close()
  expect(await secretOf()).not.toEqual(before)
  await tell(open({ masterKey: newer }), 1)
  await allDelivered(1)
  for (const call of receiver.received) expect(isSignedBy('made-up-secret-of-this-test', call)).toBe(true)
})
