import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** HTTP server on loopback that records JSON requests. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Sets the response of the next requests. */
  respond(status: number, text?: string, headers?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let next: { status: number; text: string; headers: Readonly<Record<string, string>> } = {
    status: 200,
    text: 'ok',
    headers: {},
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body']
      received.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(next.status, next.headers).end(next.text.replaceAll('{path}', request.url ?? ''))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/made-up-token`,
    received,
    respond: (status, text = '', headers = {}) => void (next = { status, text, headers }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
