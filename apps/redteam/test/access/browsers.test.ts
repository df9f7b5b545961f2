import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { serve, type Served } from '../serve.ts'
import { TESTER_ROWS, type TesterRow } from './rows.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** Sends a request like a browser; `fetch` does not allow callers to set these headers. */
function knock(row: TesterRow, headers: Readonly<Record<string, string>>): Promise<{ status: number; code: unknown }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(served.url)
    const path = row.path.replaceAll(/\{[^}]+\}/g, 'x')
    const call = request({ hostname, port, path, method: row.method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('end', () => {
        const isJson = answer.headers['content-type']?.startsWith('application/json') === true
        const body: unknown = isJson ? JSON.parse(text) : {}
        const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
        resolve({ status: answer.statusCode ?? 0, code })
      })
    })
    call.on('error', reject).end()
  })
}

const REFUSED: readonly [string, Readonly<Record<string, string>>][] = [
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['an image or a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a name that was rebound to this machine', { host: 'evil.example' }],
  ['a name that looks like this machine', { host: 'localhost.evil.example' }],
]

proves('redteam:auth.none-loopback', 'without keys everybody on this machine is an admin', async () => {
  for (const row of TESTER_ROWS) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status } = await knock(row, {})
    expect([401, 403, 500], `${row.method} ${row.path}`).not.toContain(status)
  }
})

test.each(REFUSED)('without keys no row answers to %s', async (_who, headers) => {
  for (const row of TESTER_ROWS) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await knock(row, headers)
    expect({ row: row.name, ...answer }).toEqual({ row: row.name, status: 403, code: 'origin_refused' })
  }
})

test('a page of this machine may call', async () => {
  const row = TESTER_ROWS.find(({ name }) => name === 'listCategories')!
  expect(await knock(row, { origin: 'http://localhost:4300' })).toMatchObject({ status: 200 })
})
