import Anthropic from '@anthropic-ai/sdk'
import { type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

const KEY = 'sk-made-up-upstream-key-0123456789'
const PATH = '/v1/tenant/me/model-upstreams'

let model: ScriptedModel
let service: Served
beforeAll(async () => {
  model = await startScriptedModel(() => 'Hi.', { models: ['gpt-x', 'gpt-y', 'o3'], apiKey: KEY })
  service = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' } })
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

describe('the list of models', () => {
  test('contains the models configured by name and the listed models that match the patterns', async () => {
    const call = await team('list')
    await call('PUT', PATH, { upstreams: [upstream()] })
    const client = openai(call.key)
    expect((await client.models.list()).data).toEqual([
      { id: 'gpt-x', object: 'model', created: 0, owned_by: 'main' },
      { id: 'gpt-y', object: 'model', created: 0, owned_by: 'main' },
      { id: 'house-model', object: 'model', created: 0, owned_by: 'main' },
    ])
    expect(await client.models.retrieve('gpt-y')).toMatchObject({ id: 'gpt-y', object: 'model', owned_by: 'main' })
    await expect(client.models.retrieve('o3')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(client.models.retrieve('gpt-z')).rejects.toMatchObject({ status: 404 })
    const alias = await call('GET', '/v1/shield/models')
    expect(alias.body).toMatchObject({ object: 'list', x_shield: { unanswered: [] } })
    expect((await call('GET', '/v1/shield/models/gpt-x')).status).toBe(200)
  })

  test("is read by Anthropic's client too", async () => {
    const call = await team('anthropic')
    await call('PUT', PATH, { upstreams: [upstream()] })
    const client = new Anthropic({ baseURL: service.url, apiKey: call.key, maxRetries: 0 })
    const page = await client.models.list()
    expect(page.data.map(({ id, type }) => `${type} ${id}`)).toEqual([
      'model gpt-x',
      'model gpt-y',
      'model house-model',
    ])
    expect(page.hasNextPage()).toBe(false)
    expect(await client.models.retrieve('gpt-x')).toMatchObject({ id: 'gpt-x', display_name: 'gpt-x' })
  })

  test('queries a provider once a minute', async () => {
    const call = await team('cached')
    await call('PUT', PATH, { upstreams: [upstream()] })
    const before = model.requests.length
    await Promise.all(Array.from({ length: 10 }, () => openai(call.key).models.list()))
    expect(model.requests.length - before).toBe(1)
  })

  test('names the providers that did not respond, and contains the models of the others', async () => {
    const call = await team('partial')
    const upstreams = [
      upstream({ order: 1 }),
      upstream({ name: 'wrong-key', api_key: 'wrong-key', models: ['o*', 'mine'] }),
    ]
    await call('PUT', PATH, { upstreams })
    const { body } = await call('GET', '/v1/models')
    expect(body).toMatchObject({
      data: [{ id: 'gpt-x' }, { id: 'gpt-y' }, { id: 'house-model' }, { id: 'mine', owned_by: 'wrong-key' }],
      x_shield: { unanswered: ['wrong-key'] },
    })
    // An upstream without a model list may serve any model.
    expect((await call('GET', '/v1/models/o3')).body).toMatchObject({ id: 'o3', owned_by: 'wrong-key' })
  })

  test('is specific to each tenant, and empty without a provider', async () => {
    const [one, other] = [await team('own-one'), await team('own-other')]
    await one('PUT', PATH, { upstreams: [upstream()] })
    expect((await other('GET', '/v1/models')).body).toMatchObject({ object: 'list', data: [] })
    expect((await other('GET', PATH)).body).toMatchObject({ upstreams: [] })
    await other('PUT', PATH, { upstreams: [upstream({ models: ['gpt-y'], api_key: '' })] })
    expect((await other('GET', '/v1/models')).body).toMatchObject({ data: [{ id: 'gpt-y' }] })
    expect((await one('GET', PATH)).body).toMatchObject({
      upstreams: [{ api_key: '***', models: ['gpt-*', 'house-model'] }],
    })
  })
})

describe('the provider of the deployment', () => {
  proves('guard:chat.upstream', 'serves tenants without their own, for its configured models', async () => {
    const env = {
      MODEL_BASE_URL: model.baseUrl,
      MODEL_NAME: 'house',
      MODEL_API_KEY: KEY,
      GATEWAY_MODELS: 'gpt-*',
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32',
    }
    const deployed = await serveWithKeys({ env })
    const key = await makeTeam(deployed.url, 'team')
    const headers = { 'x-api-key': key }
    const ids = async () => {
      const { body } = await send(`${deployed.url}/v1/models`, 'GET', undefined, headers)
      return (body['data'] as { id: string; owned_by: string }[]).map(({ id, owned_by }) => `${owned_by} ${id}`)
    }
    expect(await ids()).toEqual(['$deployment gpt-x', '$deployment gpt-y', '$deployment house'])
    const own = { name: 'own', base_url: model.baseUrl, models: ['o3'] }
    await send(`${deployed.url}${PATH}`, 'PUT', { upstreams: [own] }, headers)
    expect(await ids()).toEqual(['own o3'])
    await deployed.close()
  })
})
