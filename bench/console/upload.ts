import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

const MB = 1e6
const BYTES = 500 * MB
const PIECE_BYTES = 256 * 1024
const SAMPLE_MS = 20
/** Transferred data must not accumulate: socket buffers and young garbage, for any upload size. */
const GROWTH_BYTES_MAX = 100 * MB
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Transfers 500 MB to a service and back through the console, and samples its memory. */
export async function benchUpload(): Promise<void> {
  const service = createServer((incoming, response) => {
    let bytes = 0
    incoming.on('data', (piece: Buffer) => (bytes += piece.length))
    incoming.once('end', () => {
      if (incoming.method === 'POST') response.end(String(bytes))
      else void pipeline(generated(BYTES), response).catch(() => undefined)
    })
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [
    String((service.address() as AddressInfo).port),
  ])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  try {
    // Warm-up, so that the base memory is allocated.
    await pass(port, 'POST', 20 * MB)
    await measured('upload', child, () => pass(port, 'POST', BYTES))
    await measured('download', child, () => pass(port, 'GET', 0))
  } finally {
    child.send('stop')
    service.closeAllConnections()
    service.close()
  }
}

async function measured(name: string, child: ChildProcess, run: () => Promise<number>): Promise<void> {
  const before = memoryOf(child)
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, memoryOf(child))), SAMPLE_MS)
  const from = performance.now()
  const bytes = await run()
  const took_s = (performance.now() - from) / 1_000
  clearInterval(sampler)
  const isHeld = peak - before <= GROWTH_BYTES_MAX
  out(
    `${name} of ${mega(bytes)} through the console: ${mega(bytes / took_s)}/s, memory ${mega(before)} before, ${mega(peak)} at most ` +
      `(${mega(GROWTH_BYTES_MAX)} more at most: ${isHeld ? 'holds' : 'MISSED'})`,
  )
  if (!isHeld) process.exitCode = 1
}

/** @returns how many bytes have passed */
async function pass(port: number, method: 'GET' | 'POST', bytes: number): Promise<number> {
  const headers = { origin: `http://127.0.0.1:${port}`, 'x-gatehouse-console': '1' }
  const outgoing = request({ host: '127.0.0.1', port, method, path: '/api/appsec/x', headers, agent: false })
  const answered = once(outgoing, 'response')
  await pipeline(generated(bytes), outgoing)
  const [answer] = (await answered) as [Readable]
  let received = 0
  let text = ''
  for await (const piece of answer as AsyncIterable<Buffer>) {
    received += piece.length
    if (method === 'POST') text += piece.toString()
  }
  return method === 'POST' ? Number(text) : received
}

function generated(bytes: number): Readable {
  const piece = Buffer.alloc(PIECE_BYTES, 'x')
  function* pieces(): Generator<Buffer> {
    for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece
  }
  return Readable.from(pieces(), { objectMode: false })
}

/** Returns the memory of a process in bytes, as counted by Linux. */
function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const mega = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`
