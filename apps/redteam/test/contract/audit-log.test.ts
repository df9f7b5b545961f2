import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { uuidv7 } from '@gatehouse/kernel'
import { type AuditLog, createAuditLog } from '@gatehouse/store/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeKey as makeAuditedKey, revokeKey } from '../../src/index.ts'
import { makeKey, send, serve, type Served } from '../serve.ts'

const TENANTS = ['acme', 'other'] as const

let served: Served
let audit: AuditLog
const auditors = new Map<string, Readonly<Record<string, string>>>()

beforeAll(async () => {
  served = await serve({ env: { REDTEAM_AUTH: 'api_key' } })
  audit = createAuditLog(served.store, { instanceId: uuidv7() })
  for (const tenantId of TENANTS) {
    auditors.set(tenantId, (await makeKey(served.store, 'auditor', { tenantId })).headers)
    const ports = { store: served.store, audit }
    const asked = { role: 'viewer', tenantId, expiresAt: null }
    const made = []
    for (let i = 0; i < 5; i += 1) {
      made.push(await makeAuditedKey({ ...asked, name: `${tenantId} ${i}`, requestId: uuidv7() }, ports))
    }
    await revokeKey(made[0]!.id, 'revoked-by-hand', ports)
  }
})
afterAll(async () => {
  await audit.close()
  await served.close()
})

const { response } = redteamEndpoints.readRedteamAuditLog

async function read(query = '', tenant: (typeof TENANTS)[number] = 'acme') {
  const { status, text } = await send(`${served.url}/api/audit-log${query}`, 'GET', undefined, auditors.get(tenant))
  expect([status, text]).toEqual([200, text])
  return response.parse(JSON.parse(text))
}

proves(
  ['redteam:endpoints.audit-log', 'redteam:auth.audit-log-answer', 'redteam:auth.audit-log-roles'],
  'the log of a tenant is read page by page, newest first, by what was done and from when on',
  async () => {
    const all = await read()
    expect(all).toMatchObject({ total: 6, limit: 100, offset: 0 })
    expect(all.entries.map(({ action }) => action)).toEqual(['key.revoked', ...Array(5).fill('key.created')])
    expect(all.entries[0]).toMatchObject({
      actor: 'operator',
      resource: 'key',
      requestId: 'revoked-by-hand',
      ipAddress: 'local',
      details: { name: 'acme 0', role: 'viewer' },
      seq: 6,
    })
    const page = await read('?limit=2&offset=1')
    expect([page.total, page.entries]).toEqual([6, all.entries.slice(1, 3)])
    expect(await read('?offset=6')).toMatchObject({ total: 6, entries: [] })
    expect(await read('?action=key.revoked')).toMatchObject({ total: 1, action: 'key.revoked' })
    expect(await read('?action=run.started')).toMatchObject({ total: 0, entries: [] })
    const since = all.entries[2]!.timestamp
    const later = await read(`?since=${since}`)
    expect(later.entries.every(({ timestamp }) => timestamp >= since)).toBe(true)
    expect(later.total).toBeGreaterThanOrEqual(3)
  },
)

test('a tenant cannot read the log of another tenant', async () => {
  const other = await read('', 'other')
  expect([other.total, JSON.stringify(other).includes('acme')]).toEqual([6, false])
  expect(JSON.stringify(await read())).not.toContain('other')
})

test.each(['limit=0', 'limit=501', 'limit=x', 'offset=-1', 'since=yesterday', 'action='])(
  '?%s is a 400',
  async (query) => {
    const { status, body } = await send(`${served.url}/api/audit-log?${query}`, 'GET', undefined, auditors.get('acme'))
    expect([status, body['error'], body['details']]).toEqual([
      400,
      'invalid_request',
      [{ path: query.split('=')[0], message: expect.any(String) }],
    ])
  },
)

proves('all:audit.verify-endpoint', 'a log in which somebody has changed something says where', async () => {
  const verify = async () => send(`${served.url}/api/audit-log/verify`, 'GET', undefined, auditors.get('other'))
  expect((await verify()).body).toEqual({ valid: true, checked: 6, seal: { state: 'unsealed' } })
  await served.store.withConnection(async (client) => {
    await client.query('ALTER TABLE audit_entries DISABLE TRIGGER ALL')
    const chain = ['redteam', 'other'].join(':')
    await client.query(`UPDATE audit_entries SET actor = 'somebody else' WHERE tenant_id = $1 AND seq = 3`, [chain])
  })
  expect((await verify()).body).toMatchObject({ valid: false, checked: 2, firstBroken: { seq: 3 } })
  const own = await send(`${served.url}/api/audit-log/verify`, 'GET', undefined, auditors.get('acme'))
  expect(own.body).toEqual({ valid: true, checked: 6, seal: { state: 'unsealed' } })
})
