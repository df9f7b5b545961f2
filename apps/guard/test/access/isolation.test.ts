import { type EndpointLine, listEndpoints } from '@gatehouse/contracts'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, makeTeam, post, send, type Served, serveWithKeys } from '../serve.ts'
import { MAKERS } from './makers.ts'

/** In every name and text of one tenant, so that any leak is visible. */
const MARKER = 'zebrafish7'

/** Answers that differ from call to call by themselves. */
const VOLATILE = /^\/v1\/tenant\/me\/(?:usage|audit)/

const rows = listEndpoints(guardEndpoints).filter(({ auth }) => auth === 'runtime' || auth === 'config')
const withId = rows.filter(({ path }) => path.includes('{'))
const lists = rows.filter(({ method, path }) => method === 'GET' && !path.includes('{') && !VOLATILE.test(path))

describe('requests with ids of another tenant', () => {
  let service: Served
  let owner: Readonly<Record<string, string>>
  let stranger: Readonly<Record<string, string>>
  const ids = new Map<string, string>()

  beforeAll(async () => {
    service = await serveWithKeys()
    const plan = { plan: 'enterprise' }
    owner = { 'x-api-key': await makeTeam(service.url, 'owner', { ...plan, name: MARKER }) }
    stranger = { 'x-api-key': await makeTeam(service.url, 'stranger', plan) }
    for (const { path } of withId) {
      const kind = kindOf(path)
      const maker = MAKERS[kind]
      if (maker === undefined) throw new Error(`${path} takes an id: say in makers.ts how one is made`)
      if (!ids.has(kind)) ids.set(kind, await maker({ url: service.url, headers: owner, marker: MARKER }))
    }
  })
  afterAll(() => service.close())

  /** Returns all content that the owner can read, as text without volatile values. */
  async function ownersView(): Promise<Record<string, string>> {
    const texts: Record<string, string> = {}
    for (const { path } of lists) texts[path] = (await send(`${service.url}${path}`, 'GET', undefined, owner)).text
    for (const { path, method } of withId) {
      if (method === 'GET')
        texts[path] = (await send(`${service.url}${filled(path, ids)}`, 'GET', undefined, owner)).text
    }
    return Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [
        path,
        text.replaceAll(/"(?:last_used_at|request_id|latency_ms|last_seen)":[^,}]*/g, ''),
      ]),
    )
  }

  test('the owner reads its own resources', async () => {
    const view = await ownersView()
    expect(Object.values(view).join('\n')).toContain(MARKER)
    for (const { path, method } of withId) {
      // A GET there opens a session stream, and no session exists.
      if (method !== 'GET' || path.startsWith('/gateway/')) continue
      const { status } = await send(`${service.url}${filled(path, ids)}`, 'GET', undefined, owner)
      expect(status, `GET ${path} by the owner`).toBe(200)
    }
  })

  test.each(withId)('$method $path', async ({ method, path }) => {
    const before = await ownersView()
    const url = `${service.url}${filled(path, ids)}`
    for (const body of method === 'GET' ? [undefined] : [{}, ...bodiesFor(path)]) {
      const answer = await send(url, method, body, stranger)
      // Where an id is a freely chosen name, the other tenant's response repeats only the id.
      const echo = ids.get(kindOf(path))!.split('/').at(-1)!
      expect(answer.text.replaceAll(echo, '')).not.toContain(MARKER)
      expect(answer.status, `${method} ${path}`).not.toBe(500)
    }
    const after = await ownersView()
    expect(Object.keys(after).filter((read) => after[read] !== before[read])).toEqual([])
  })

  test.each(lists)('GET $path', async ({ path }) => {
    const answer = await send(`${service.url}${path}`, 'GET', undefined, stranger)
    expect(answer.text).not.toContain(MARKER)
  })

  test('a body field or header that names another tenant is ignored', async () => {
    const named = { ...stranger, 'x-tenant-id': 'owner' }
    const { body } = await send(`${service.url}/v1/tenant/me?tenant_id=owner`, 'GET', undefined, named)
    expect(body['tenant_id']).toBe('stranger')
    const checked = await post(`${service.url}/guardrails/input`, { message: 'hello', tenant_id: 'owner' }, named)
    expect(checked.status).toBe(200)
    const audit = await admin(`${service.url}/v1/admin/tenants/owner/audit?limit=200`, 'GET')
    expect(JSON.stringify(audit.body)).not.toContain(String(checked.body['request_id']))
  })
})

/** Returns the kind of an id: the path up to it. */
function kindOf(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1)
}

function filled(path: string, ids: ReadonlyMap<string, string>): string {
  const kind = kindOf(path)
  return `${ids.get(kind)!}${path.slice(kind.length)}`
}

/** Returns request bodies of an attacker, in addition to an empty one. */
function bodiesFor(path: EndpointLine['path']): object[] {
  if (path.endsWith('approve') || path.endsWith('deny')) return [{ approver: 'mallory', comment: 'mine now' }]
  return [{ name: 'mallory', description: 'mine now', enabled: false, tool_name: 'mallory', reason: 'mine now' }]
}
