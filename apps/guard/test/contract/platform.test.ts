import { listEndpoints, platformEndpoints } from '@gatehouse/contracts'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import { temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, serve, serveWithKeys, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

const get = (path: string) => call(`${service.url}${path}`)

describe('without any key', () => {
  proves(
    ['guard:endpoints.health', 'guard:auth.public', 'all:platform.health'],
    'GET /health reports that the process runs',
    async () => {
      expect(await get('/health')).toMatchObject({ status: 200, body: { status: 'ok', service: 'guard' } })
    },
  )

  proves(['guard:endpoints.ping', 'guard:auth.public'], 'GET /ping answers', async () => {
    expect((await get('/ping')).status).toBe(200)
  })

  proves('all:platform.metrics', 'GET /metrics answers in Prometheus text form', async () => {
    await post(`${service.url}/guardrails/input`, { message: 'x' })
    const { status, headers, text } = await get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.filter((line) => !/^[a-zA-Z_:][\w:]*(?:\{.*\})? (?:-?[\d.e+-]+|Nan|[+-]Inf)$/.test(line))).toEqual([])
    expect(text).toMatch(/gatehouse_http_requests_total\{[^}]*401[^}]*\} 1/)
  })

  proves('all:platform.docs', 'GET /docs shows every endpoint on a page', async () => {
    const { status, headers, text } = await get('/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const { path } of listEndpoints(guardEndpoints)) expect(text).toContain(path)
  })
})

describe('GET /ready', () => {
  proves(
    ['all:settings.cache-url', 'guard:auth.setting-cache', 'all:settings.model', 'all:settings.database-url'],
    'reports each configured dependency',
    async () => {
      const plain = await get('/ready')
      expect(plain.status).toBe(200)
      expect(plain.body).toMatchObject({
        status: 'ready',
        dependencies: {
          database: { state: 'up', required: true },
          cache: { state: 'up', detail: 'memory' },
          model: { state: 'off', required: false },
        },
      })
      const model = {
        MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
        MODEL_NAME: 'made-up-model',
        MODEL_API_KEY: 'made-up-secret',
      }
      const withModel = await serve({ env: model })
      try {
        const answer = await call(`${withModel.url}/ready`)
        expect(answer.body).toMatchObject({ dependencies: { model: { state: 'up', detail: 'made-up-model' } } })
        expect(answer.text).not.toContain('made-up-secret')
      } finally {
        await withModel.close()
      }
      await expect(serve({ env: { CACHE_URL: 'redis://:made-up-secret@127.0.0.1:1/0' } })).rejects.toThrow(
        /^(?!.*made-up-secret).*127\.0\.0\.1:1/,
      )
    },
  )

  proves('all:errors.503', 'is a 503 with Retry-After while the database is away', async () => {
    const database = await temporaryDatabase()
    const lost = await serve({ database })
    try {
      expect((await call(`${lost.url}/ready`)).status).toBe(200)
      await database.drop()
      const answer = await call(`${lost.url}/ready`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(answer.body).toMatchObject({ status: 'not_ready', dependencies: { database: { state: 'down' } } })
      expect((await call(`${lost.url}/health`)).status).toBe(200)
      const refused = await post(`${lost.url}/guardrails/input`, { message: 'x' })
      expect(refused.status).toBe(503)
      expect(refused.body).not.toHaveProperty('safe')
    } finally {
      await lost.close()
    }
  })
})

describe('the interface description', () => {
  const read = async () =>
    (await get('/openapi.json')).body as {
      openapi: string
      info: { version: string }
      paths: Record<string, Record<string, object>>
      components: { schemas: Record<string, { properties?: Record<string, object> }> }
    }

  proves(['all:platform.openapi', 'guard:versions.description'], 'is OpenAPI 3.1 of version 0.1.0', async () => {
    const { openapi, info } = await read()
    expect([openapi, info.version]).toEqual(['3.1.0', '0.1.0'])
  })

  proves('all:platform.openapi-same-schemas', 'lists every row of the tables', async () => {
    const { paths } = await read()
    for (const { method, path } of [...listEndpoints(guardEndpoints), ...listEndpoints(platformEndpoints)]) {
      expect(paths[path]).toHaveProperty(method.toLowerCase())
    }
  })

  proves('all:platform.openapi-same-schemas', 'documents the limits of the service', async () => {
    const { components } = await read()
    const bounds = components.schemas['CheckInputRequest']?.properties
    expect(bounds).toMatchObject({ session_id: { type: 'string', minLength: 1, maxLength: 256 } })
  })

  proves('guard:versions.prefix', 'has the prefix /v1 on all but the data plane and the platform', async () => {
    const { paths } = await read()
    const platform = new Set(listEndpoints(platformEndpoints).map(({ path }) => path))
    const bare = Object.keys(paths).filter((path) => !path.startsWith('/v1/') && !platform.has(path))
    expect(bare.toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/.well-known/oauth-protected-resource/gateway/{route}/mcp',
      '/beta/litellm_basic_guardrail_api',
      '/gateway/{route}/mcp',
      '/guardrails/file',
      '/guardrails/input',
      '/guardrails/output',
    ])
  })
})
