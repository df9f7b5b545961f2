import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Answering {
  readonly url: string
  readonly asked: readonly Asked[]
}

/** Starts a service with scripted answers, in order; the last one is repeated. */
export async function answering(
  ...answers: readonly ((response: ServerResponse, request: Asked) => void)[]
): Promise<Answering> {
  const calls: Asked[] = []
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const item = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    calls.push(item)
    answers[Math.min(calls.length, answers.length) - 1]?.(response, item)
  }
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: calls }
}

/** Answers with a document. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Breaks the connection off. */
export const gone = (response: ServerResponse): void => void response.socket?.destroy()
