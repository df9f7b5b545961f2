import { guardEndpoints, listEndpoints, platformEndpoints } from '@gatehouse/contracts'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, serveWithKeys, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serveWithKeys()
})
afterAll(() => served.close())

const get = (path: string) => call(`${served.url}${path}`)

describe('without any key', () => {
  proves(
    ['guard:endpoints.health', 'guard:auth.public', 'all:platform.health'],
    'GET /health says that the process runs',
    async () => {
      expect(await get('/health')).toMatchObject({ status: 200, body: { status: 'ok', service: 'guard' } })
    },
  )

  proves(['guard:endpoints.ping', 'guard:auth.public'], 'GET /ping answers', async () => {
    expect((await get('/ping')).status).toBe(200)
  })

  proves('all:platform.metrics', 'GET /metrics answers in Prometheus text form', async () => {
    await post(`${served.url}/guardrails/input`, { message: 'x' })
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

  proves('all:platform.openapi-same-schemas', 'states the bounds that the service holds to', async () => {
    const { components } = await read()
    const bounds = components.schemas['CheckInputRequest']?.properties
    expect(bounds).toMatchObject({ session_id: { type: 'string', minLength: 1, maxLength: 256 } })
  })

  proves('guard:versions.prefix', 'has the prefix /v1 on all but the data plane and the platform', async () => {
    const { paths } = await read()
    const platform = new Set(listEndpoints(platformEndpoints).map(({ path }) => path))
    const bare = Object.keys(paths).filter((path) => !path.startsWith('/v1/') && !platform.has(path))
    expect(bare.toSorted()).toEqual(['/guardrails/input', '/guardrails/output'])
  })
})
