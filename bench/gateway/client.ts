import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { modelOf, type Order, question } from './answers.ts'
import type { Target } from './targets.ts'
import { now_ms } from './upstream-report.ts'

/** Keep-alive connection with one request at a time. It parses only the necessary part of an answer. */
export interface Connection {
  readonly socket: Socket
  /** Sends, and resolves when the answer is complete. @throws {Error} for any status but 200, and when it is cut */
  send(request: string, onData?: (data: Buffer) => void): Promise<void>
  close(): void
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let current: Exchange | undefined
  socket.on('data', (data: Buffer) => {
    if (current?.take(data) === true) current = undefined
  })
  const broken = (): void => {
    current?.fail(new Error('the connection was closed in the middle of an answer'))
    current = undefined
  }
  socket.on('error', broken)
  socket.on('close', broken)
  return {
    socket,
    send(request, onData) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      current = new Exchange(resolve, reject, onData)
      socket.write(request)
      return promise
    },
    close: () => void socket.destroy(),
  }
}

/** End of a chunked body. */
const LAST_CHUNK = '0\r\n\r\n'
/** Longer heads than any server here sends. */
const HEAD_BYTES_MAX = 8_192

/** Answer being received. */
class Exchange {
  readonly #resolve: () => void
  readonly #reject: (cause: Error) => void
  readonly #onData: ((data: Buffer) => void) | undefined
  #head = ''
  /** Remaining bytes; infinite: until the last chunk; undefined: the head is incomplete. */
  #left: number | undefined
  #tail = ''

  constructor(resolve: () => void, reject: (cause: Error) => void, onData: ((data: Buffer) => void) | undefined) {
    this.#resolve = resolve
    this.#reject = reject
    this.#onData = onData
  }

  /** @returns whether the answer is complete */
  take(data: Buffer): boolean {
    let body = data
    if (this.#left === undefined) {
      const rest = this.#readHead(data)
      if (rest === undefined) return this.#left === 0
      body = rest
    }
    this.#onData?.(body)
    if (this.#left === Number.POSITIVE_INFINITY) {
      this.#tail = (this.#tail + body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length))).slice(
        -LAST_CHUNK.length,
      )
      if (this.#tail !== LAST_CHUNK) return false
    } else {
      this.#left = (this.#left ?? 0) - body.length
      if (this.#left > 0) return false
    }
    this.#resolve()
    return true
  }

  #readHead(data: Buffer): Buffer | undefined {
    const before = this.#head.length
    this.#head += data.toString('latin1', 0, HEAD_BYTES_MAX)
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = this.#head.slice(0, end)
    if (!head.startsWith('HTTP/1.1 200')) {
      this.fail(new Error(`unexpected answer: ${this.#head.slice(0, 1_000)}`))
      this.#left = 0
      return undefined
    }
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#left = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
    return data.subarray(end + 4 - before)
  }

  fail(cause: Error): void {
    this.#reject(cause)
  }
}

/** Words of an application, the same in every request. */
const SYSTEM =
  'You are the assistant of a shipping company. Answer in the language of the question, briefly and politely, and say so ' +
  'when you do not know. Prices and dates come from the tables that you are given.'

/** Characters of the user's message. */
const QUESTION_CHARS = 400

let questions = 0

/** Returns a chat request with a unique question. */
export function chatRequest(target: Target, order: Order, stream: boolean): string {
  questions += 1
  const body = JSON.stringify({
    model: modelOf(order),
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: question(questions, QUESTION_CHARS) },
    ],
    temperature: 0.2,
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  })
  const headers = Object.entries(target.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (
    `POST ${target.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers.join('')}` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** When things of a stream arrived. */
export interface StreamTimes {
  readonly id: string
  readonly sent_ms: number
  /** The first character of the answer. */
  readonly first_ms: number
  readonly end_ms: number
}

/** Text of the answer, after the chunk that only names its role. */
const CONTENT = /"content":\s*"(?!")/

/** Sends a streamed request on a connection and records arrival times. */
export async function timeStream(connection: Connection, target: Target, order: Order): Promise<StreamTimes> {
  const request = chatRequest(target, order, true)
  const sent_ms = now_ms()
  let first_ms = 0
  await connection.send(request, (data) => {
    if (first_ms === 0 && CONTENT.test(data.toString('latin1'))) first_ms = now_ms()
  })
  return { id: order.id, sent_ms, first_ms, end_ms: now_ms() }
}
