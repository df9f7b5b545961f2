import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received webhook call. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** How the next calls are answered. */
  answer: (call: Received) => { status: number; body?: string; headers?: Record<string, string>; delay_ms?: number }
  /** Resolves when this number of calls has arrived in total. */
  until(count: number, within_ms?: number): Promise<readonly Received[]>
  close(): Promise<void>
}

/** Starts a real HTTP server that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let changed: (() => void)[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const call = { headers: request.headers, text, body: JSON.parse(text) as Record<string, unknown> }
      received.push(call)
      const { status, body = '', headers = {}, delay_ms = 0 } = receiver.answer(call)
      setTimeout(() => response.writeHead(status, headers).end(body), delay_ms)
      for (const wake of changed.splice(0)) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: () => ({ status: 200 }),
    async until(count, within_ms = 5_000) {
      const deadline = Date.now() + within_ms
      while (received.length < count) {
        const left = deadline - Date.now()
        if (left <= 0) throw new Error(`${received.length} of ${count} calls have come`)
        await new Promise<void>((resolve) => {
          changed.push(resolve)
          setTimeout(resolve, left)
        })
      }
      return received
    },
    close: () =>
      new Promise((resolve) => {
        changed = []
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}

/** Whether a call is signed under a secret, as a receiver would check it. */
export function isSignedBy(secret: string, { headers, text }: Received): boolean {
  const mac = createHmac('sha256', secret).update(`${String(headers['x-shield-timestamp'])}.${text}`)
  return headers['x-shield-signature'] === `sha256=${mac.digest('hex')}`
}
