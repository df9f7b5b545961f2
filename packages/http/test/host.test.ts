import { Failure } from '@gatehouse/kernel'
import { expect, test } from 'vitest'
import { checkHost } from '../src/origin.ts'
import { open, start, type Started } from './support.ts'

async function status({ port }: Started, ...fields: readonly string[]): Promise<number> {
  const connection = open(port)
  const head = ['POST /gateway HTTP/1.1', ...fields, 'content-type: application/json', 'content-length: 2']
  connection.socket.write([...head, 'connection: close', '', '{}'].join('\r\n'))
  return Number((await connection.until((_text, closed) => closed)).split(' ')[1])
}

test('with keys on a loopback address, a route that checks Host accepts loopback and allowed names', async () => {
  const started = await start({ allowedHosts: ['guard.example'] })
  expect(await status(started, 'host: localhost:4000')).toBe(200)
  expect(await status(started, 'host: [::1]:4000')).toBe(200)
  expect(await status(started, 'host: guard.example', 'origin: https://guard.example')).toBe(200)
  expect(await status(started, 'host: evil.example')).toBe(403)
  expect(await status(started, 'host: evil.example', 'origin: http://evil.example')).toBe(403)
  expect(await status(started, 'host: localhost:4000', 'origin: http://evil.example')).toBe(403)
  expect(await status(started, 'host: evil.example', 'x-forwarded-for: 192.0.2.1')).toBe(403)
  await started.server.close()
})

test('a trusted proxy selects the host, and the origin must match', async () => {
  const started = await start({ trustedProxies: ['127.0.0.1/32'] })
  const forwarded = ['host: guard.example', 'x-forwarded-for: 192.0.2.1']
  expect(await status(started, ...forwarded)).toBe(200)
  expect(await status(started, ...forwarded, 'origin: https://guard.example')).toBe(200)
  expect(await status(started, ...forwarded, 'origin: https://evil.example')).toBe(403)
  expect(await status(started, 'host: guard.example')).toBe(403)
  await started.server.close()
})

test.each([
  ['192.0.2.7:4000', true],
  ['[2001:db8::1]:4000', true],
  ['guard:4000', true],
  ['guard.prod.svc.cluster.local', true],
  ['guard.internal', true],
  ['guard.example.com', true],
  ['evil.example', false],
  ['192.0.2.7.evil.example', false],
  ['internal.evil.example', false],
  ['', false],
])('on an open address, host %s: %s', (host, accepted) => {
  const refusal = (): string => {
    try {
      checkHost(host, false, new Set(['guard.example.com']))
      return 'none'
    } catch (error) {
      return error instanceof Failure ? error.code : 'unexpected'
    }
  }
  expect(refusal()).toBe(accepted ? 'none' : 'origin_refused')
})
