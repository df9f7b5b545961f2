import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Keep-alive connections to one server, each of which sends its next request after the last answer. */
export interface Load {
  /**
   * Sends for a while.
   * @returns the time of each answer in milliseconds
   */
  run(duration_ms: number): Promise<Float64Array>
  close(): void
}

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly path: string
  /** JSON text. */
  readonly body: string
}

/** Opens a client with low cost compared with the measured server: raw sockets, and only the length of answers is parsed. */
export async function openLoad({ port, connections, path, body }: LoadOptions): Promise<Load> {
  const sockets = Array.from({ length: connections }, () => connect({ host: '127.0.0.1', port, noDelay: true }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const request = Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return {
    async run(duration_ms) {
      const until_ms = performance.now() + duration_ms
      const times: number[] = []
      await Promise.all(sockets.map((socket) => drive(socket, request, until_ms, times)))
      return Float64Array.from(times)
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function drive(socket: Socket, request: Buffer, until_ms: number, times: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let sent_ms = performance.now()
  let expected = 0
  let received = 0
  const onData = (chunk: Buffer): void => {
    if (expected === 0) expected = answerLength(chunk)
    received += chunk.length
    if (received < expected) return
    const now_ms = performance.now()
    times.push(now_ms - sent_ms)
    expected = 0
    received = 0
    if (now_ms < until_ms) {
      sent_ms = now_ms
      socket.write(request)
    } else {
      socket.off('data', onData)
      resolve()
    }
  }
  socket.on('data', onData)
  socket.once('error', reject)
  socket.write(request)
  return promise
}

/** Returns the length of an answer with head and body; every server here sends the head in one piece. */
function answerLength(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, Math.min(chunk.length, 2_048))
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`unexpected answer: ${head.slice(0, 400)}`)
  return head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
}
