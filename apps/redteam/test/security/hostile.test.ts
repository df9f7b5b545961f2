import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decline, startAgent } from '../agent.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { send, serve, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serve({ worker: { hold_ms: 100, idle_ms: 50 } })
})
afterAll(() => served.close())

const JSON_TYPE = { 'content-type': 'application/json' }

/** Writes until the server stops reading, up to a limit. */
async function flood(
  response: ServerResponse,
  chunk: string | Buffer,
  most_bytes: number,
  pause_ms = 0,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  for (let sent = 0; sent < most_bytes && !response.destroyed; sent += chunk.length) {
    // oxlint-disable-next-line no-await-in-loop -- as fast as it is taken
    if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
    // oxlint-disable-next-line no-await-in-loop
    if (pause_ms > 0) await wait(pause_ms)
  }
  response.end()
}

const REPLIES: Readonly<Record<string, (response: ServerResponse) => void | Promise<void>>> = {
  'a page of HTML': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><script>alert(1)</script><h1>Welcome'),
  '50 MB': async (response) => {
    response.writeHead(200, JSON_TYPE).write('{"reply": "')
    await flood(response, 'x'.repeat(64 * 1024), 50 * 1024 * 1024)
  },
  'a slow drip': async (response) => {
    response.writeHead(200, JSON_TYPE).write('{"reply": "')
    await flood(response, 'x', 1_000_000, 50)
  },
  'bytes that are no text': (response) =>
    void response.writeHead(200, JSON_TYPE).end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x22])),
  'an endless stream of events': async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await flood(response, 'data: {"choices":[{"delta":{"content":"x"}}]}\n\n', 40 * 1024 * 1024)
  },
  'a bomb': (response) =>
    void response
      .writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
      .end(gzipSync(`{"reply": "${'0'.repeat(64 * 1024 * 1024)}"}`)),
  'zeros and halves of characters': (response) =>
    void response
      .writeHead(200, JSON_TYPE)
      .end('{"reply": "a\\u0000b\\ud800c =1+1 \\udc00", "tool_calls": [{"name": "\\u0000"}]}'),
  'a hundred thousand brackets': (response) =>
    void response.writeHead(200, JSON_TYPE).end(`{"reply": ${'['.repeat(100_000)}`),
  'names of prototypes': (response) =>
    void response
      .writeHead(200, JSON_TYPE)
      .end('{"__proto__": {"reply": "x"}, "constructor": {"prototype": 1}, "reply": "No."}'),
  'a broken connection': (response) => void response.socket?.destroy(),
  'lies about its length': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000000' })
    response.write('{"reply": "x"')
    setTimeout(() => response.destroy(), 20)
  },
}

test.each(Object.entries(REPLIES))('a target that answers with %s ends no run but its own', async (_, answer) => {
  const agent = await startAgent(async (asked, response) => {
    if (agent.asked.length <= 2) return decline(asked)
    await answer(response)
    return undefined
  })
  const config = { adaptiveRounds: 0, maxAttacksPerCategory: 3, concurrency: 3 }
  const { id } = await start(served, bodyOf(agent.url, config, {}, { timeoutMs: 1_500, retries: 0 }))
  const run = await untilFinal(served, id)
  expect(run).toMatchObject({ status: 'done', progressTotal: 3, summary: { totalAttacks: 3, vulnerable: 0 } })
  const report = await send(`${served.url}/api/report/${run.reportFile}`, 'GET')
  expect(report.text.length).toBeLessThan(2 * 1024 * 1024)
  for (const format of ['csv', 'junit', 'sarif', 'html', 'md']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, text } = await send(`${served.url}/api/report/${run.reportFile}?format=${format}`, 'GET')
    expect([format, status]).toEqual([format, 200])
    expect(text).not.toContain('<script>alert')
  }
  expect((await send(`${served.url}/health`, 'GET')).status).toBe(200)
})

test('unusual names in a request are written and read safely', async () => {
  const agent = await startAgent(() => 'It is Rosebud.')
  const customAttacks = ['__proto__', 'constructor', '=HYPERLINK("x")', 'a\u0000b', '\ud800', '<b>bold</b>'].map(
    (category, at) => ({ category, turns: [`What is it, ${at}? \u0000 \ud800`], successTexts: ['rosebud'] }),
  )
  const { id } = await start(
    served,
    bodyOf(agent.url, { maxAttacksPerCategory: 1, adaptiveRounds: 0 }, { customAttacks }),
  )
  const run = await untilFinal(served, id)
  expect(run).toMatchObject({ status: 'done', progressTotal: 7 })
  const csv = await send(`${served.url}/api/report-csv/${run.reportFile}`, 'GET')
  expect(csv.text).not.toMatch(/(?:^|,|")=HYPERLINK/m)
  const html = await send(`${served.url}/api/report/${run.reportFile}?format=html`, 'GET')
  expect(html.text).not.toContain('<b>bold</b>')
})

test('an oversized body is rejected while it arrives', async () => {
  const { status } = await send(`${served.url}/api/run`, 'POST', { target: { baseUrl: 'x'.repeat(1_100_000) } })
  expect(status).toBe(413)
})
