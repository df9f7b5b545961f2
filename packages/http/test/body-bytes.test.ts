import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { start } from './support.ts'

test('an endpoint that verifies signatures gets the bytes of the body beside its value', async () => {
  const { server, url } = await start()
  try {
    const sent = '{ "a": 1.0,\n  "__proto__": {"b": "\\u0061"} }'
    const call = (body: string | Buffer, headers = {}) =>
      fetch(`${url}/v1/bytes`, {
        method: 'POST',
        body: new Uint8Array(Buffer.from(body)),
        headers: { 'content-type': 'application/json', ...headers },
      })
    const expected = { body: { a: 1 }, received: sent }
    expect(await (await call(sent)).json()).toEqual(expected)
    expect(await (await call(gzipSync(sent), { 'content-encoding': 'gzip' })).json()).toEqual(expected)
    const large = JSON.stringify({ a: 'x'.repeat(400_000) })
    expect(await (await call(large)).json()).toEqual({ body: JSON.parse(large), received: large })
  } finally {
    await server.close()
  }
})
