import { randomBytes } from 'node:crypto'
import { listItems, putItem } from '@gatehouse/store/tenants'
import { temporaryDatabase } from '@gatehouse/testkit'
import { type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, makeKey, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

const KEY = 'sk-made-up-upstream-key-0123456789'
const PATH = '/v1/tenant/me/model-upstreams'
const MASTER = randomBytes(32).toString('hex')

let model: ScriptedModel
let service: Served
beforeAll(async () => {
  model = await startScriptedModel(() => 'Hi.', { models: ['gpt-x', 'gpt-y', 'o3'], apiKey: KEY })
  service = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32', GATEHOUSE_MASTER_KEY: MASTER } })
})
afterAll(async () => {
  await service.close()
  await model.close()
})

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

async function team(id: string): Promise<Call & { readonly key: string }> {
  const key = await makeTeam(service.url, id)
  const call: Call = (method, path, body) => send(`${service.url}${path}`, method, body, { 'x-api-key': key })
  return Object.assign(call, { key })
}

const upstream = (over: object = {}) => ({
  name: 'main',
  base_url: model.baseUrl,
  api_key: KEY,
  models: ['gpt-*', 'house-model'],
  ...over,
})
const openai = (key: string) => new OpenAI({ baseURL: `${service.url}/v1`, apiKey: key, maxRetries: 0 })

describe('the configuration', () => {
  proves(
    ['guard:chat.upstreams-shape', 'guard:chat.upstream'],
    'is written as a list and reads back without keys',
    async () => {
      const call = await team('shape')
      expect((await call('GET', PATH)).body).toEqual({ tenant_id: 'shape', upstreams: [], uses_deployment: true })
      const second = upstream({
        name: 'a-second',
        api_key: undefined,
        order: 1,
        weight: 3,
        dialect: 'anthropic',
        headers: { 'X-Project': 'made-up-project' },
      })
      const put = await call('PUT', PATH, { upstreams: [upstream(), second] })
      expect(put.status).toBe(200)
      const common = {
        base_url: model.baseUrl,
        models: ['gpt-*', 'house-model'],
        timeout_s: 120,
        idle_timeout_s: 120,
        retries: 1,
        enabled: true,
      }
      const read = [
        { name: 'main', ...common, api_key: '***', weight: 1, order: 0, dialect: 'openai', headers: {} },
        {
          name: 'a-second',
          ...common,
          api_key: null,
          weight: 3,
          order: 1,
          dialect: 'anthropic',
          headers: { 'x-project': '***' },
        },
      ]
      expect(put.body).toEqual({ tenant_id: 'shape', upstreams: read, uses_deployment: false })
      expect((await call('GET', PATH)).body).toEqual(put.body)
    },
  )

  test('keeps a key and a header sent as ***, and only for the same name and address', async () => {
    const call = await team('keeps')
    const headers = { 'x-project': 'made-up-project' }
    await call('PUT', PATH, { upstreams: [upstream({ headers })] })
    const masked = upstream({ api_key: '***', headers: { 'X-Project': '***' }, weight: 7 })
    expect(await call('PUT', PATH, { upstreams: [masked] })).toMatchObject({
      status: 200,
      body: { upstreams: [{ api_key: '***', headers: { 'x-project': '***' }, weight: 7 }] },
    })
    const client = openai(call.key)
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['gpt-x', 'gpt-y', 'house-model'])
    const refusals: [object, (string | number)[]][] = [
      [{ ...masked, base_url: 'http://127.0.0.1:1/v1' }, ['api_key']],
      [{ ...masked, api_key: 'given-anew', base_url: 'http://127.0.0.1:1/v1' }, ['headers', 'X-Project']],
      [{ ...masked, name: 'other' }, ['api_key']],
      [{ ...masked, headers: { 'x-other': '***' } }, ['headers', 'x-other']],
    ]
    for (const [body, place] of refusals) {
      const { status, text } = await call('PUT', PATH, { upstreams: [body] })
      expect(status).toBe(422)
      expect(text).toContain(JSON.stringify(['body', 'upstreams', 0, ...place]))
    }
    // A rejected request has no effect.
    expect((await call('GET', PATH)).body).toMatchObject({ upstreams: [{ name: 'main', base_url: model.baseUrl }] })
    await call('PUT', PATH, { upstreams: [upstream({ api_key: '' })] })
    expect((await call('GET', PATH)).body).toMatchObject({ upstreams: [{ api_key: null }] })
    expect((await call('PUT', PATH, { upstreams: [masked] })).status).toBe(422)
  })

  test('changes one provider at a time, and concurrent changes are both stored', async () => {
    const call = await team('single')
    const { name: _, ...main } = upstream()
    const spare = { ...main, weight: 3 }
    const created = await Promise.all([call('PUT', `${PATH}/main`, main), call('PUT', `${PATH}/spare`, spare)])
    expect(created.map(({ status }) => status)).toEqual([200, 200])
    const names = async () =>
      ((await call('GET', PATH)).body['upstreams'] as { readonly name: string }[]).map(({ name }) => name)
    expect((await names()).toSorted()).toEqual(['main', 'spare'])
    const before = await names()
    // Its key and its position stay, and so does the key of the other upstream.
    expect(await call('PUT', `${PATH}/main`, { ...main, api_key: '***', weight: 9 })).toMatchObject({ status: 200 })
    expect(await names()).toEqual(before)
    expect((await openai(call.key).models.list()).data.map(({ id }) => id)).toEqual(['gpt-x', 'gpt-y', 'house-model'])
    const moved = { ...main, api_key: '***', base_url: 'http://127.0.0.1:1/v1' }
    const { status, text } = await call('PUT', `${PATH}/main`, moved)
    expect(status).toBe(422)
    expect(text).toContain(JSON.stringify(['body', 'api_key']))
    expect((await call('PUT', `${PATH}/${encodeURIComponent('a b')}`, main)).status).toBe(422)
    expect((await call('DELETE', `${PATH}/main`)).body).toMatchObject({ upstreams: [{ name: 'spare', weight: 3 }] })
    expect((await call('DELETE', `${PATH}/main`)).body).toMatchObject({ error: 'not_found' })
    expect((await call('DELETE', `${PATH}/spare`)).body).toMatchObject({ upstreams: [], uses_deployment: true })
  })

  test('rejects a provider over the limit, in a list and individually', async () => {
    const call = await team('many')
    const all = Array.from({ length: 32 }, (_, at) => upstream({ name: `u-${at}` }))
    expect((await call('PUT', PATH, { upstreams: all })).status).toBe(200)
    const { name: _, ...item } = upstream()
    expect((await call('PUT', `${PATH}/u-32`, item)).body).toMatchObject({ error: 'limit_reached' })
    expect((await call('PUT', `${PATH}/u-31`, item)).status).toBe(200)
  })

  proves('guard:egress.literal-422', 'a literal address that the policy refuses is refused at save', async () => {
    const call = await team('literal')
    for (const address of [
      'http://169.254.169.254/v1',
      'http://10.0.0.1/v1',
      'http://[::1]/v1',
      'http://u:p@a.test/v1',
    ]) {
      const { status } = await call('PUT', PATH, { upstreams: [upstream({ base_url: address })] })
      expect([status, address]).toEqual([422, address])
    }
  })

  proves('guard:egress.unresolved-warning', 'a name that does not resolve is a warning', async () => {
    const call = await team('unresolved')
    const put = await call('PUT', PATH, { upstreams: [upstream({ base_url: 'https://no-such-name.invalid/v1' })] })
    expect(put).toMatchObject({
      status: 200,
      body: { warning: expect.stringContaining('cannot currently be resolved') },
    })
  })

  test.each([
    ['two of one name', [{}, {}]],
    ['a pattern with its star inside', [{ models: ['gpt-*-x'] }]],
    ['no models', [{ models: [] }]],
    ['a name of a file path', [{ name: '../x' }]],
    ['one header in two spellings', [{ headers: { 'X-Project': 'a', 'x-project': 'b' } }]],
    ['another scheme', [{ base_url: 'ftp://a.test/' }]],
    ['a key with a line break', [{ api_key: 'a\nb' }]],
    ['a header that the gateway sets', [{ headers: { Authorization: 'x' } }]],
    ['a header with a line break', [{ headers: { 'x-a': 'x\r\nhost: y' } }]],
    ['a share below nothing', [{ weight: -1 }]],
    ['an endless timeout', [{ timeout_s: 1e9 }]],
    ['an endless silence', [{ idle_timeout_s: 601 }]],
    ['no time between two pieces', [{ idle_timeout_s: 0 }]],
    ['too many', Array.from({ length: 33 }, (_, index) => ({ name: `u${index}` }))],
  ])('with %s is refused', async (_, list) => {
    const call = await team(`bad-${randomBytes(4).toString('hex')}`)
    const { status } = await call('PUT', PATH, { upstreams: list.map((over: object) => upstream(over)) })
    expect(status).toBe(422)
  })

  test('is for keys of scope admin', async () => {
    await team('scope')
    const { key } = await makeKey(service.store, 'scope', 'runtime')
    for (const method of ['GET', 'PUT']) {
      const body = method === 'GET' ? undefined : { upstreams: [] }
      const answer = await send(`${service.url}${PATH}`, method, body, { 'x-api-key': key })
      expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    }
  })

  test('is audited by names, and no key is in the audit log, the log, the database or an answer', async () => {
    const call = await team('secret')
    const headers = { 'x-project': 'made-up-project-header' }
    await call('PUT', PATH, { upstreams: [upstream({ headers })] })
    await openai(call.key).models.list()
    const audit = await call('GET', '/v1/tenant/me/audit')
    expect(audit.body).toMatchObject({
      entries: [{ action: 'model_upstreams.replace', details: { upstreams: ['main'] } }, { action: 'tenant.create' }],
    })
    const everything = await admin(`${service.url}/v1/admin/tenants/secret`, 'GET')
    const rows = await service.store.db.selectFrom('tenant_items').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    const texts = [audit.text, everything.text, service.log.join(''), JSON.stringify(rows)]
    for (const text of texts) {
      expect(text).not.toContain(KEY)
      expect(text).not.toContain('made-up-project-header')
      expect(text).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 30))
    }
  })
})

test('keys survive a change of the master key, and a copied row opens nowhere else', async () => {
  const database = await temporaryDatabase()
  const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const start = (master: string) =>
    serveWithKeys({ database, env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32', GATEHOUSE_MASTER_KEY: master } })
  const before = await start(old)
  const key = await makeTeam(before.url, 'rotates')
  const headers = { 'x-api-key': key }
  const stored = async () => (await listItems(database.store, 'rotates', 'model_upstream'))[0]!.document
  const sealed = async () => (await stored())['sealed']
  await send(`${before.url}${PATH}`, 'PUT', { upstreams: [upstream()] }, headers)
  const under = await sealed()
  await before.close()
  const both = await start(`${fresh},${old}`)
  for (let tries = 0; tries < 200 && (await sealed()) === under; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await sealed()).not.toBe(under)
  await both.close()
  const after = await start(fresh)
  const list = async () => (await send(`${after.url}/v1/models`, 'GET', undefined, headers)).body
  expect(await list()).toMatchObject({ data: [{ id: 'gpt-x' }, { id: 'gpt-y' }, { id: 'house-model' }] })
  // Write access to the database without the master key is not enough to send a key to another address.
  const length = model.requests.length
  const elsewhere = `${model.baseUrl}/elsewhere`
  const item = { kind: 'model_upstream', name: 'main', by: 'somebody' } as const
  await putItem(database.store, 'rotates', item, (found) => ({ ...found!.document, base_url: elsewhere }))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await list()).toMatchObject({ data: [{ id: 'house-model' }], x_shield: { unanswered: ['main'] } })
  expect(model.requests.length).toBe(length)
  await after.close()
  await database.drop()
})
