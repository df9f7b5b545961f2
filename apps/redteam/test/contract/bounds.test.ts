import { request } from 'node:http'
import { resolveSettings } from '@gatehouse/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { decline, startAgent } from '../agent.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { send, serve, type Served } from '../serve.ts'

const MIB = 1024 * 1024

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

proves('redteam:service.port', 'the service listens on 4200 where nobody says otherwise', () => {
  expect(resolveSettings({ env: {} }).redteamPort).toBe(4200)
})

proves('all:bodies.redteam', 'a body of 1 MiB is read, and not a byte more', async () => {
  const post = async (bytes: number) => {
    const empty = JSON.stringify({ target: {}, filling: '' })
    const body = JSON.stringify({ target: {}, filling: 'x'.repeat(bytes - empty.length) })
    expect(Buffer.byteLength(body)).toBe(bytes)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${served.url}/api/run`, { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { error: string }).error]
  }
  expect(await post(MIB)).toEqual([400, 'invalid_request'])
  expect(await post(MIB + 1)).toEqual([413, 'body_too_large'])
})

test('an oversized Content-Length is rejected before the body is sent', async () => {
  const { hostname, port } = new URL(served.url)
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(MIB + 1), expect: '100-continue' }
    const call = request({ hostname, port, path: '/api/run', method: 'POST', headers })
    call.on('continue', () => resolve('it was invited'))
    call.on('response', (answer) => resolve(answer.statusCode))
    call.on('error', reject).flushHeaders()
  })
  expect(status).toBe(413)
})

test('metrics count the results of runs', async () => {
  const { url } = await startAgent(decline)
  const { id } = await start(served, bodyOf(url, { adaptiveRounds: 0, maxAttacksPerCategory: 2 }))
  const run = await untilFinal(served, id)
  expect(run.summary).toMatchObject({ defended: 2 })
  const { text } = await send(`${served.url}/metrics`, 'GET')
  expect(text).toContain('gatehouse_redteam_runs_total{status="done",service="redteam"} 1\n')
  expect(text).toContain('gatehouse_redteam_attacks_total{verdict="defended",service="redteam"} 2\n')
  expect(text).toContain(`gatehouse_redteam_requests_total{service="redteam"} ${run.summary!.requests}\n`)
})
