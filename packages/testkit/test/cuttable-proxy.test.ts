import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CuttableProxy, databaseAddress, startCuttableProxy } from '../src/index.ts'

const echo = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.pipe(socket)
})
let proxy: CuttableProxy
beforeAll(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const { port } = echo.address() as { port: number }
  proxy = await startCuttableProxy({ host: '127.0.0.1', port })
})
afterAll(async () => {
  await proxy.close()
  echo.close()
})

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

function closed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

async function says(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString()
}

test('passes on, and resets everything while it is cut', async () => {
  const socket = await open()
  expect(await says(socket, 'one')).toBe('one')
  const removed = closed(socket)
  proxy.cut()
  await removed
  await closed(connect(proxy.port, '127.0.0.1'))
  proxy.mend()
  const third = await open()
  expect(await says(third, 'three')).toBe('three')
  third.destroy()
})

test('buffers data while frozen, and forwards it afterwards', async () => {
  const socket = await open()
  expect(await says(socket, 'one')).toBe('one')
  proxy.freeze()
  let message = ''
  socket.on('data', (data: Buffer) => (message += data.toString()))
  socket.write('two')
  await sleep(50)
  expect(message).toBe('')
  proxy.mend()
  await expect.poll(() => message).toBe('two')
  socket.destroy()
})

test.each([
  ['postgresql://a:b@db.example:6000/x', { host: 'db.example', port: 6_000 }],
  ['postgresql://a:b@localhost/x', { host: 'localhost', port: 5_432 }],
  ['postgresql://a:b@localhost:5432/x?host=/run/pg', { path: '/run/pg/.s.PGSQL.5432' }],
])('parses the server address of %s', (url, target) => {
  const address = databaseAddress(url)
  expect(address.target).toEqual(target)
  expect(address.at(7_000)).toBe('postgresql://a:b@127.0.0.1:7000/x')
})
