import { setTimeout as wait } from 'node:timers/promises'
import { integrationQueue } from '@gatehouse/store/integrations'
import { queryAudit } from '@gatehouse/store/audit'
import { patient_ms } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { startReceiver, type Receiver } from '../integrations/receiver.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { scanned } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let receiver: Receiver
let person: Person
beforeAll(async () => {
  service = await serve({ worker: {}, scanners: markerRegistry() })
})
afterAll(() => service.close())
beforeEach(async () => {
  person = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
  receiver = await startReceiver()
  return () => receiver.close()
})

interface Delivery {
  readonly id: string
  readonly event: string
  readonly status: string
  readonly attempts: number
  readonly error: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly log: readonly { readonly error: string | null; readonly snippet: string }[]
}

const call = (method: string, path: string, body?: object, who = person): Promise<Answer> =>
  send(`${service.url}/api/integrations${path}`, method, body, who.session)
const save = (config: object = {}, over: object = {}) =>
  call('POST', '', { kind: 'CHAT', name: 'team', config: { webhookUrl: receiver.url, ...config }, ...over })
const idOf = ({ body }: Answer) => String(body['id'])
const deliveriesOf = async (id: string) => (await call('GET', `/${id}/deliveries`)).body['deliveries'] as Delivery[]

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const from = performance.now()
  while (performance.now() - from < patient_ms(10_000)) {
    const value = await look()
    if (value !== undefined) return value
    await wait(30)
  }
  throw new Error('waited in vain')
}
const settled = (id: string, status: string, count = 1) =>
  until(async () => {
    const all = (await deliveriesOf(id)).filter((delivery) => delivery.status === status)
    return all.length >= count ? all : undefined
  })
const attempted = (id: string) => until(async () => (await deliveriesOf(id)).find(({ attempts }) => attempts > 0))

proves(
  [
    'appsec:endpoints.integrations',
    'appsec:endpoints.integration-delete',
    'appsec:integrations.upsert',
    'appsec:integrations.answer',
    'appsec:integrations.aliases',
    'appsec:integration.shape',
    'appsec:integration.chat',
    'appsec:integration.notify-on',
    'appsec:integration.secrets',
    'appsec:auth.webhook-secret-encrypted',
    'appsec:shapes.integrations',
  ],
  'an integration is created, updated by name or id, listed without secrets and deleted',
  async () => {
    const created = await save({ channel: '#alerts', notifyOn: ['gate_failed'] }, { kind: 'SLACK' })
    expect([created.status, created.body]).toEqual([
      200,
      expect.objectContaining({
        kind: 'CHAT',
        name: 'team',
        enabled: true,
        config: { webhookUrl: '***', channel: '#alerts', notifyOn: ['gate_failed'] },
      }),
    ])
    const id = idOf(created)
    expect(idOf(await save())).toBe(id)
    const renamed = await save({ webhookUrl: '***', notifyOn: [] }, { id, name: 'security', enabled: false })
    expect(renamed.body).toMatchObject({ id, name: 'security', enabled: false, config: { notifyOn: [] } })
    const listed = await call('GET', '')
    expect(listed.body['integrations']).toEqual([renamed.body])
    const { rows } = await service.database.store.db
      .selectFrom('integrations')
      .selectAll()
      .execute()
      .then((all) => ({ rows: all.map((row) => JSON.stringify({ ...row, secrets: row.secrets?.toString('latin1') })) }))
    const entries = await queryAudit(service.store, { tenantId: `org:${person.organizationId}` })
    const seen = [created.text, listed.text, ...rows, JSON.stringify(entries), ...service.log].join('\n')
    expect(seen).not.toContain('made-up-token')
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    expect((await call('GET', '')).body).toEqual({ integrations: [] })
    expect((await call('GET', `/${id}/deliveries`)).status).toBe(404)
  },
)

test('invalid settings are rejected', async () => {
  expect((await save({ webhookUrl: '' })).status).toBe(400)
  expect((await save({ webhookUrl: 'ftp://chat.example/x' })).status).toBe(400)
  expect((await save({ notifyOn: ['everything'] })).status).toBe(400)
  expect((await save({}, { kind: 'PAGER' })).status).toBe(400)
  await save()
  const other = idOf(await save({}, { name: 'other' }))
  expect((await save({}, { id: other, name: 'team' })).status).toBe(409)
  const viewer = await makePerson(service.store, person.organizationId, 'DEVELOPER')
  expect((await call('POST', '', { kind: 'CHAT', name: 'x', config: {} }, viewer)).status).toBe(403)
})

proves(
  ['appsec:integrations.test', 'appsec:endpoints.integration-test'],
  'a test delivers a message with the given or the stored webhook URL',
  async () => {
    const config = { webhookUrl: receiver.url, format: 'slack' }
    const answer = await call('POST', '/test', { kind: 'CHAT', config })
    expect(answer.body).toEqual({ ok: true, status: 200, detail: expect.any(String) })
    expect(receiver.received[0]!.body['text']).toContain('Test message')
    const id = idOf(await save())
    receiver.respond(403, 'no token {path}')
    const failed = await call('POST', '/test', { id, kind: 'CHAT', config: { webhookUrl: '***' } })
    expect(failed.body).toEqual({ ok: false, status: 403, detail: expect.stringContaining('403') })
    expect(failed.text).not.toContain('made-up-token')
    expect(receiver.received).toHaveLength(2)
    expect((await call('POST', '/test', { kind: 'CHAT', config: {} })).status).toBe(400)
  },
)

proves(
  ['appsec:integrations.delivery', 'appsec:finer.deliveries', 'appsec:service.notifications'],
  'a scan creates one delivery per integration, filtered by notifyOn',
  async () => {
    const all = idOf(await save())
    const gate = idOf(await save({ notifyOn: ['gate_failed'] }, { name: 'gate' }))
    const never = idOf(await save({ notifyOn: ['new_advisory'] }, { name: 'never' }))
    await scanned(service, person, { 'a.js': 'nothing' }, { projectName: 'shop' })
    await settled(all, 'DELIVERED')
    const { projectId } = await scanned(service, person, { 'a.js': 'BAD CRITICAL key' }, { projectName: 'store' })
    const [critical, complete] = await settled(all, 'DELIVERED', 2)
    expect([critical!.event, complete!.event]).toEqual(['critical_finding', 'scan_complete'])
    expect(critical!.payload).toMatchObject({ projectId, gateResult: 'FAILED', newCounts: { CRITICAL: 1 } })
    expect((await settled(gate, 'DELIVERED')).map(({ event }) => event)).toEqual(['gate_failed'])
    expect(await deliveriesOf(never)).toEqual([])
    expect(receiver.received).toHaveLength(3)
    expect(receiver.received.map(({ path }) => path)).toEqual(Array(3).fill('/hooks/made-up-token'))
  },
)

test('a failed delivery is retried later, without secrets in the log, and can be delivered again', async () => {
  receiver.respond(503, 'down: {path}', { 'retry-after': '60' })
  const id = idOf(await save())
  await scanned(service, person, { 'a.js': 'nothing' })
  const failed = await attempted(id)
  expect(failed).toMatchObject({ status: 'PENDING', attempts: 1, error: 'the receiver returned status 503' })
  expect(JSON.stringify(failed)).not.toContain('made-up-token')
  expect((await call('POST', `/${id}/deliveries/${failed.id}/retry`)).status).toBe(409)
  const tenant = { tenantId: person.organizationId, id: failed.id, attempts: 1 }
  const outcome = { status: 'dead', nextAttemptAt: new Date(), finishedAt: new Date(), log: [] } as const
  await integrationQueue.finish(service.store, tenant, outcome)
  receiver.respond(200)
  expect((await call('POST', `/${id}/deliveries/${failed.id}/retry`)).body['status']).toBe('PENDING')
  await settled(id, 'DELIVERED')
  const keys = receiver.received.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([failed.id, failed.id])
})

test('a redirect is not followed, and status 410 disables the integration', async () => {
  receiver.respond(302, '', { location: 'http://127.0.0.1:1/' })
  const id = idOf(await save())
  await scanned(service, person, { 'a.js': 'nothing' })
  expect((await attempted(id)).error).toContain('redirect')
  receiver.respond(410)
  await scanned(service, person, { 'a.js': 'nothing' })
  const disabled = await until(async () => {
    const [row] = (await call('GET', '')).body['integrations'] as { enabled: boolean; disabledReason: string }[]
    return row!.enabled ? undefined : row
  })
  expect(disabled.disabledReason).toContain('410')
  expect((await save({ webhookUrl: '***' })).body).toMatchObject({ enabled: true, disabledReason: null })
})

test('an attempt of a killed worker is reported before the delivery is repeated', async () => {
  receiver.respond(503, '', { 'retry-after': '3600' })
  const id = idOf(await save())
  await scanned(service, person, { 'a.js': 'nothing' })
  const { id: deliveryId } = await attempted(id)
  receiver.respond(200)
  // The state that kill -9 leaves: claimed a second time, without a recorded result, with an expired lease.
  await service.store.db
    .updateTable('integration_deliveries')
    .set({ attempts: 2, next_attempt_at: new Date() })
    .where('delivery_id', '=', deliveryId)
    .execute()
  const [delivered] = await settled(id, 'DELIVERED')
  expect(delivered!.log.map(({ error }) => error)).toEqual([
    'the receiver returned status 503',
    expect.stringContaining('may be a duplicate'),
    null,
  ])
})
