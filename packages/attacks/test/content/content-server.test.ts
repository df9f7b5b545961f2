import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Attack, ServedPlant } from '../../src/engine/attack.ts'
import { createContentServer, type ContentServer } from '../../src/content/content-server.ts'
import type { Attempt } from '../../src/run/attempt.ts'
import { attackOf } from '../support/exchange.ts'

async function listen(server: ContentServer): Promise<string> {
  const http = createServer((request, response) => void server.handle(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const page = (word: string, at = 0): ServedPlant => ({
  as: 'page',
  mediaType: 'text/html',
  path: `${word}/${at}`,
  body: `<p>${word} ü</p>`,
})
function attemptOf(word: string, more: Partial<Attack> = {}, key = word): Attempt {
  const attack = attackOf([], { plants: [page(word)], sinkUrl: `http://sink.test/${word}`, ...more })
  return { key, kind: 'attack', round: 0, repeat: 0, attack }
}
const NOTHING = { hits: [], readPlants: [] }

describe('the content server of a run', () => {
  test('serves a plant with its media type during its attack, and records its readers', async () => {
    const server = createContentServer()
    const url = await listen(server)
    const attempt = attemptOf('babidu', {
      plants: [page('babidu'), { ...page('babidu', 1), mediaType: 'application/json', body: '{}' }],
    })
    expect((await fetch(`${url}/babidu/0`)).status).toBe(404)
    server.serve(attempt)
    const response = await fetch(`${url}/babidu/0`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe('<p>babidu ü</p>')
    expect((await fetch(`${url}/babidu/1?x=1`)).headers.get('content-type')).toBe('application/json; charset=utf-8')
    const head = await fetch(`${url}/babidu/0.`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '16', ''])
    expect(server.withdraw(attempt)).toEqual({ hits: [], readPlants: ['babidu/0', 'babidu/1'] })
    expect((await fetch(`${url}/babidu/0`)).status).toBe(404)
    expect(server.withdraw(attempt)).toEqual(NOTHING)
  })

  test('records every request to the sink with its method and the start of its body', async () => {
    const server = createContentServer({ now: () => new Date(0) })
    const url = await listen(server)
    const attempt = attemptOf('kodige')
    server.serve(attempt)
    expect((await fetch(`${url}/kodige?data=secret`)).status).toBe(204)
    expect((await fetch(`${url}/kodige/a/b`, { method: 'POST', body: 'x'.repeat(200_000) })).status).toBe(204)
    expect((await fetch(`${url}/kodige`, { method: 'DELETE' })).status).toBe(204)
    // With trailing punctuation, as in a sentence.
    expect((await fetch(`${url}/kodige;`)).status).toBe(204)
    const picture = await fetch(`${url}/kodige/leak.png?q=1`)
    expect([picture.status, (await fetch(`${url}/kodige.png`)).headers.get('content-type')]).toEqual([200, 'image/gif'])
    const { hits, readPlants } = server.withdraw(attempt)
    expect(readPlants).toEqual([])
    expect(hits.map(({ what }) => what)).toEqual([
      'GET /kodige?data=secret',
      'POST /kodige/a/b',
      'DELETE /kodige',
      'GET /kodige;',
      'GET /kodige/leak.png?q=1',
      'GET /kodige.png',
    ])
    expect(hits[1]?.body).toHaveLength(16_384)
    expect(hits[0]).toEqual({ at: new Date(0), what: 'GET /kodige?data=secret', body: '' })
  })

  test('isolates attempts, except for parallel attempts of the same attack', async () => {
    const server = createContentServer({ contentPath: '/content', sinkPath: '/sink' })
    const url = await listen(server)
    const [one, other, twin] = [attemptOf('bababa'), attemptOf('cucucu'), attemptOf('bababa', {}, 'again')]
    for (const attempt of [one, other, twin]) server.serve(attempt)
    await Promise.all([
      fetch(`${url}/sink/bababa`),
      fetch(`${url}/content/cucucu/0`),
      fetch(`${url}/content/bababa/nothing-here`),
      fetch(`${url}/bababa/0`),
    ])
    expect(server.withdraw(one).hits).toHaveLength(1)
    expect(server.withdraw(other)).toEqual({ hits: [], readPlants: ['cucucu/0'] })
    await fetch(`${url}/sink/bababa`)
    expect(server.withdraw(twin).hits).toHaveLength(2)
    expect((await fetch(`${url}/sink/bababa`)).status).toBe(404)
  })

  test('attributes late requests to attacks with a sink oracle', async () => {
    const server = createContentServer({ now: () => new Date(0) })
    const url = await listen(server)
    const attempt = attemptOf('pepepe', { oracles: [{ kind: 'sink' }] })
    const honest: Attempt = { ...attemptOf('sososo', { oracles: [{ kind: 'sink' }] }), kind: 'benign' }
    for (const item of [attempt, honest]) server.serve(item)
    await fetch(`${url}/pepepe?first`)
    for (const item of [attempt, honest]) expect(server.late?.(item)).toEqual([])
    expect(server.withdraw(attempt).hits).toHaveLength(1)
    expect(server.withdraw(honest)).toEqual(NOTHING)
    expect((await fetch(`${url}/pepepe/0`)).status).toBe(200)
    expect((await fetch(`${url}/sososo`)).status).toBe(404)
    await fetch(`${url}/pepepe?second`, { method: 'POST', body: 'all' })
    expect(server.late?.(attempt)).toEqual([{ at: new Date(0), what: 'POST /pepepe?second', body: 'all' }])
    // Each request is reported once, and a repeated attempt starts with none.
    expect(server.late?.(attempt)).toEqual([])
    server.serve(attempt)
    expect(server.withdraw(attempt)).toEqual(NOTHING)
  })

  test('limits late attempts and requests, and evicts the oldest', async () => {
    const server = createContentServer()
    const url = await listen(server)
    const words = Array.from({ length: 10_020 }, (_, at) => `word${at}`)
    const attempts = words.map((word) => attemptOf(word, { oracles: [{ kind: 'sink' }] }))
    for (const attempt of attempts) {
      server.serve(attempt)
      server.withdraw(attempt)
    }
    expect((await fetch(`${url}/word0`)).status).toBe(404)
    for (const at of [5_000, 10_019]) expect((await fetch(`${url}/word${at}`)).status).toBe(204)
    let told = 0
    for (let at = 9_000; at < 9_022; at += 1) {
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/word${at}`)))
      told += server.late?.(attempts[at]!).length ?? 0
    }
    expect(told).toBe(1_000 - 2)
  })

  test('limits recorded requests of an attempt', async () => {
    const server = createContentServer()
    const url = await listen(server)
    const attempt = attemptOf('gugugu')
    server.serve(attempt)
    for (let n = 0; n < 8; n += 1) {
      await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/gugugu?${'q'.repeat(5_000)}`)))
    }
    const { hits } = server.withdraw(attempt)
    expect(hits).toHaveLength(100)
    expect(hits.every(({ what }) => what.length <= 4_096)).toBe(true)
  })

  test('records unfinished bodies, and handles absolute-form and malformed requests', async () => {
    let noted = 0
    const server = createContentServer({ now: () => new Date((noted += 1)) })
    const url = await listen(server)
    const attempt = attemptOf('dudodi')
    server.serve(attempt)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write('POST http://sink.test/dudodi HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nhalf')
    for (const path of [
      '/',
      '//',
      '/%00',
      '/..%2f',
      '/__proto__/constructor',
      '/?',
      '/dudodiX/0',
      `/${'a'.repeat(9_000)}`,
    ]) {
      expect((await fetch(`${url}${path}`)).status).toBe(404)
    }
    await expect.poll(() => noted).toBe(1)
    const what = 'POST http://sink.test/dudodi'
    expect(server.withdraw(attempt).hits).toEqual([{ at: new Date(1), what, body: '' }])
  })
})
