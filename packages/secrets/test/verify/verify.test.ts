import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createEgress, type Egress } from '@gatehouse/kernel/egress'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRET_RULES } from '../../src/rules/all.ts'
import { ISSUERS } from '../../src/verify/issuers.ts'
import { verifySecrets, type VerifyOptions } from '../../src/verify/verify.ts'
import { KINDS, randomFrom } from '../corpus/draw.ts'
import { scanFiles } from '../scan.ts'
import { treeOf } from '../tree.ts'

interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
}
type Answer = { readonly status: number; readonly body?: unknown; readonly text?: string; readonly location?: string }

let server: Server
let port: number
let requests: Asked[]
let answer: (request: Asked) => Answer | undefined
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '', method = '', headers } = request
    const item = { url: `https://${String(headers['x-asked-host'])}${url}`, method, headers }
    requests.push(item)
    const result = answer(item)
    // No answer at all.
    if (result === undefined) request.socket.destroy()
    else {
      response.writeHead(result.status, result.location === undefined ? {} : { location: result.location })
      response.end(result.text ?? JSON.stringify(result.body ?? {}))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  answer = () => ({ status: 200, body: {} })
})

/** Leads every host to the scripted server, under the policy's own bounds. */
function mapped(): Pick<Egress, 'fetch'> {
  const egress = createEgress({ localMode: true })
  return {
    fetch(url, init = {}) {
      expect(init).toMatchObject({ maxRedirects: 0, schemes: ['https'] })
      const { host, pathname, search, protocol } = new URL(String(url))
      expect(protocol).toBe('https:')
      const headers = { ...(init.headers as Record<string, string>), 'x-asked-host': host }
      return egress.fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, schemes: ['http'], headers })
    },
  }
}

const value = (kind: string, seed = 1): string => KINDS[kind]?.(randomFrom(seed)) ?? ''
async function verify(files: Readonly<Record<string, string | Uint8Array>>, more: Partial<VerifyOptions> = {}) {
  const tree = treeOf(files)
  const { observations } = await scanFiles(files)
  const options = { tree, egress: mapped(), signal: new AbortController().signal, pause_ms: 0, ...more }
  const result = await verifySecrets(observations, options)
  return { ...result, before: observations, verdicts: result.observations.map(({ metadata }) => metadata['verified']) }
}

test('a secret is sent to its issuer in a header, and the finding contains only the verdict', async () => {
  const secret = value('stripe')
  const { observations, before, verdicts } = await verify({ 'a.env': `ü = 1\nSTRIPE_KEY=${secret}\n` })
  expect(verdicts).toEqual(['live'])
  expect(requests).toMatchObject([
    { method: 'GET', url: 'https://api.stripe.com/v1/account', headers: { authorization: `Bearer ${secret}` } },
  ])
  expect(requests[0]!.url).not.toContain(secret)
  const [{ metadata, ...rest }] = observations as [(typeof observations)[0]]
  expect({ ...rest, metadata: { ...metadata, verified: undefined } }).toEqual({
    ...before[0],
    metadata: { ...before[0]!.metadata, verified: undefined },
  })
  expect(JSON.stringify(observations)).not.toContain(secret)
})

describe('answers', () => {
  test.each([
    ['stripe', { status: 401 }, 'revoked'],
    ['stripe', { status: 403 }, 'live'],
    ['stripe', { status: 404 }, 'unknown'],
    ['stripe', { status: 429 }, 'unknown'],
    ['stripe', { status: 503 }, 'unknown'],
    ['stripe', { status: 302, location: 'https://elsewhere.example/' }, 'unknown'],
    ['stripe', undefined, 'unknown'],
    ['openai', { status: 401 }, 'revoked'],
    ['openai', { status: 403 }, 'unknown'],
    // A self-hosted GitLab or GitHub may accept it.
    ['gitlab', { status: 401 }, 'unknown'],
    ['gitlab', { status: 200 }, 'live'],
    ['github', { status: 401 }, 'unknown'],
    ['npm', { status: 401 }, 'revoked'],
    ['slack', { status: 200, body: { ok: true } }, 'live'],
    ['slack', { status: 200, body: { ok: false, error: 'token_revoked' } }, 'revoked'],
    ['slack', { status: 200, body: { ok: false, error: 'invalid_auth' } }, 'unknown'],
    ['slack', { status: 200, body: ['x'] }, 'unknown'],
  ] as const)('of %s: %j is %s', async (kind, result, verdict) => {
    answer = () => result
    const { verdicts } = await verify({ 'a.env': `K=${value(kind)}\n` })
    expect(verdicts).toEqual([verdict])
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['too long', JSON.stringify('x'.repeat(2_000_000))],
    ['a page of somebody in between', '<html>Sign in to the network</html>'],
  ])('that are %s are unknown', async (_title, text) => {
    answer = () => ({ status: 200, text })
    expect((await verify({ 'a.env': `K=${value('stripe')}\n` })).verdicts).toEqual(['unknown'])
  })
})

describe('bounds', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `K${at}=${value('stripe', at + 1)}\n`).join('')

  test('each value is verified once, wherever it occurs', async () => {
    const line = `K=${value('npm')}\n`
    const { verdicts } = await verify({ 'a.env': line, 'b.env': line, 'c.env': `x\n${line}` })
    expect([verdicts, requests.length]).toEqual([['live', 'live', 'live'], 1])
  })

  test('of too many values the rest is unknown, and counted', async () => {
    const { verdicts, left, asked: sent } = await verify({ 'a.env': lines(8) }, { valuesMax: 5 })
    expect([verdicts.filter((verdict) => verdict === 'live').length, left, sent, requests.length]).toEqual([5, 3, 5, 5])
  })

  test('an issuer that rate-limits or does not answer is not queried again', async () => {
    answer = () => (requests.length < 3 ? { status: 200 } : { status: 429 })
    const { verdicts } = await verify({ 'a.env': lines(6) })
    expect([requests.length, verdicts]).toEqual([3, ['live', 'live', 'unknown', 'unknown', 'unknown', 'unknown']])
  })

  test('a question without an answer ends in time', async () => {
    const never: Pick<Egress, 'fetch'> = {
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          setTimeout(() => reject(new Error('late')), init?.timeout_ms)
        }),
    }
    const { verdicts } = await verify({ 'a.env': lines(2) }, { egress: never, timeout_ms: 50 })
    expect(verdicts).toEqual(['unknown', 'unknown'])
  })

  test('it ends when the scan does', async () => {
    const stop = new AbortController()
    answer = () => {
      stop.abort(new Error('paused'))
      return { status: 200 }
    }
    await expect(verify({ 'a.env': lines(3) }, { signal: stop.signal })).rejects.toThrow('paused')
  })

  test('requests to addresses blocked by the policy are not sent', async () => {
    const egress = createEgress({ resolve: async () => ['127.0.0.1'] })
    expect((await verify({ 'a.env': lines(1) }, { egress })).verdicts).toEqual(['unknown'])
    expect(requests).toEqual([])
  })
})

describe('skipped verification', () => {
  test('kinds that no issuer answers for carry no verdict', async () => {
    const { verdicts } = await verify({ 'a.env': 'DB_PASSWORD="kV9#mQ2x!Lr7Zp4w"\n' })
    expect([verdicts, requests]).toEqual([[undefined], []])
  })

  test('an encoded value or a value in a changed file is unknown', async () => {
    const env = Buffer.from(`DATA=1\nTOKEN=${value('github')}\nMORE=2\n`).toString('base64')
    const files = { 'a.txt': `x ${env} y`, 'b.env': `K=${value('npm')}\n` }
    const changed = treeOf({ ...files, 'b.env': `K=${value('npm', 2)}\n` })
    const { verdicts } = await verify(files, { tree: changed })
    expect(verdicts).toEqual(['unknown', 'unknown'])
    expect(requests).toEqual([])
  })
})

describe('the list of issuers', () => {
  test('names existing rules, each once, and addresses without values', () => {
    const rules = ISSUERS.flatMap((item) => item.rules)
    const known = new Set(SECRET_RULES.map(({ id }) => id))
    expect(rules.filter((id) => !known.has(id))).toEqual([])
    expect(new Set(rules).size).toBe(rules.length)
    for (const { url, headers } of ISSUERS) {
      expect(new URL(url).protocol).toBe('https:')
      expect(Object.values(headers('the-value')).some((item) => item.includes('the-value'))).toBe(true)
    }
  })

  test('treats only a clear confirmation as valid', () => {
    for (const { verdict } of ISSUERS) {
      for (const status of [0, 204, 301, 400, 404, 418, 500]) expect(verdict(status, undefined)).toBe('unknown')
    }
  })
})
