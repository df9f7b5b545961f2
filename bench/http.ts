import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * Measures the cost of a mounted endpoint compared with a minimal Fastify route with the same body and schemas. Each server runs in a
 * separate process, this process creates the load, and both alternate in one run so that they use the same machine. CPU time per request
 * is the more stable figure on shared cores.
 */
const CONNECTIONS = 64
const ROUNDS = Number(process.argv[2] ?? 6)
const ROUND_MS = Number(process.argv[3] ?? 2_000)
const WARM_UP_MS = 2_000

const text = 'Please summarise the attached quarterly report and list the three largest changes for the board. '.repeat(
  10,
)
const body = JSON.stringify({ message: text })

interface Peer {
  readonly name: string
  readonly child: ChildProcess
  readonly sockets: readonly Socket[]
  readonly rates: number[]
  readonly costs_us: number[]
}

const peers = [await start('bare'), await start('mounted')]
for (const peer of peers) await load(peer, WARM_UP_MS)
for (let round = 0; round < ROUNDS; round += 1) {
  // The order alternates, so that neither always runs on the warmer core.
  for (const peer of round % 2 === 0 ? peers : peers.toReversed()) await measure(peer)
}
report()
for (const { child, sockets } of peers) {
  for (const socket of sockets) socket.destroy()
  child.send('stop')
}

async function start(name: string): Promise<Peer> {
  const child = fork(fileURLToPath(new URL('http-server.ts', import.meta.url)), [name])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const sockets = Array.from({ length: CONNECTIONS }, () => connect({ host: '127.0.0.1', port, noDelay: true }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return { name, child, sockets, rates: [], costs_us: [] }
}

async function measure(peer: Peer): Promise<void> {
  await cpu_us(peer)
  const started_ms = performance.now()
  const answers = await load(peer, ROUND_MS)
  const seconds = (performance.now() - started_ms) / 1_000
  peer.rates.push(answers / seconds)
  peer.costs_us.push((await cpu_us(peer)) / answers)
}

async function cpu_us({ child }: Peer): Promise<number> {
  child.send('cpu')
  const [{ cpu_us: spent }] = (await once(child, 'message')) as [{ cpu_us: number }]
  return spent
}

/** Each connection sends its next request after the last answer. All answers of one server have the same length. */
async function load({ sockets }: Peer, duration_ms: number): Promise<number> {
  const request = Buffer.from(
    `POST /guardrails/input HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${'k'.repeat(40)}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const until_ms = performance.now() + duration_ms
  const counts = await Promise.all(sockets.map((socket) => drive(socket, request, until_ms)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function drive(socket: Socket, request: Buffer, until_ms: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let answers = 0
  let length = 0
  let received = 0
  const onData = (chunk: Buffer) => {
    if (length === 0) length = answerLength(chunk)
    received += chunk.length
    if (received < length) return
    received = 0
    answers += 1
    if (performance.now() < until_ms) {
      socket.write(request)
    } else {
      socket.off('data', onData)
      resolve(answers)
    }
  }
  socket.on('data', onData)
  socket.once('error', reject)
  socket.write(request)
  return promise
}

function answerLength(chunk: Buffer): number {
  const head = chunk.toString('latin1')
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`unexpected answer: ${head.slice(0, 400)}`)
  return head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
}

function report(): void {
  const [bare, mounted] = peers as [Peer, Peer]
  const line = (name: string, values: readonly number[], unit: string, digits: number) =>
    `${name.padEnd(10)} ${median(values).toFixed(digits).padStart(8)} ${unit}   (${values.map((v) => v.toFixed(digits)).join(', ')})`
  const out = [
    `body ${body.length} bytes, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_MS} ms each, Node ${process.version}`,
    line('bare', bare.rates, 'requests/s', 0),
    line('mounted', mounted.rates, 'requests/s', 0),
    line('bare', bare.costs_us, 'µs of processor time per request', 1),
    line('mounted', mounted.costs_us, 'µs of processor time per request', 1),
    `ratio ${(median(mounted.rates) / median(bare.rates)).toFixed(3)}, mount costs ${(median(mounted.costs_us) - median(bare.costs_us)).toFixed(1)} µs per request`,
  ]
  process.stdout.write(`${out.join('\n')}\n`)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
