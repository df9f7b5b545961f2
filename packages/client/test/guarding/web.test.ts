import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardExpress, guardFastify, guardHono } from '../../src/guarding/web.ts'
import { createGuardClient, type GuardClient } from '../../src/index.ts'
import { OPTIONS, type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

interface Started {
  readonly url: string
  close(): void
}

/** The same application in three frameworks: it answers with the received body. */
const APPS: Readonly<Record<string, (guard: GuardClient) => Promise<Started>>> = {
  async express(guard) {
    const app = express()
    app.post('/', express.json({ strict: false }), guardExpress(guard, OPTIONS), (request, response) => {
      response.json({ got: request.body as object })
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  },
  async fastify(guard) {
    const app = fastify()
    app.post('/', { preHandler: guardFastify(guard, OPTIONS) }, (request) => ({ got: request.body }))
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => void app.close() }
  },
  async hono(guard) {
    const app = new Hono()
    app.post('/', guardHono(guard, OPTIONS), async (context) =>
      context.json({ got: await context.req.json<unknown>() }),
    )
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    await once(server, 'listening')
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  },
}

describe.each(Object.entries(APPS))('%s', (_name, start) => {
  let app: Started
  beforeAll(async () => {
    app = await start(rig.guard)
  })
  afterAll(() => app.close())

  const post = async (body: unknown, url = app.url) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('forwards a harmless body unchanged', async () => {
    const body = { message: 'What is there?', count: 3, more: { text: 'heron' } }
    expect(await post(body)).toEqual({ status: 200, body: { got: body } })
  })

  test('forwards a body with redacted text', async () => {
    const { body } = await post({
      message: 'I am john@example.org.',
      id: 7,
      messages: [{ role: 'user', content: 'jane@example.org' }],
    })
    expect(body['got']).toMatchObject({ id: 7 })
    expect(JSON.stringify(body)).not.toMatch(/john@|jane@/)
  })

  test.each([
    ['a member', { prompt: 'The heron?' }],
    ['a conversation', { messages: [{ role: 'user', content: 'The heron?' }] }],
    ['a list', ['The heron?']],
    ['a text', 'The heron?'],
  ])('refuses %s that is blocked', async (_title, body) => {
    expect(await post(body)).toMatchObject({
      status: 403,
      body: { error: 'guardrail_blocked', guardrail: 'keyword_blocklist' },
    })
  })

  test('rejects a body that cannot be screened', async () => {
    const started = await start(createGuardClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }))
    expect(await post({ message: 'hello' }, started.url)).toMatchObject({
      status: 503,
      body: { error: 'guard_unavailable' },
    })
    started.close()
  })
})
