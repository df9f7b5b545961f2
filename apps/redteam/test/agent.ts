import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Message in the default body format. */
  readonly message: string
}

export interface Agent {
  readonly url: string
  readonly asked: Asked[]
  /** Number of requests whose connection was closed before the answer. */
  readonly aborted: () => number
}

export interface AgentOptions {
  readonly delay_ms?: number
  /** Of loopback. */
  readonly host?: string
}

/** Starts an agent on loopback with the answers of `answer`. */
export async function startAgent(
  answer: (asked: Asked, response: ServerResponse) => string | undefined | Promise<string | undefined>,
  { delay_ms = 0, host = '127.0.0.1' }: AgentOptions = {},
): Promise<Agent> {
  const calls: Asked[] = []
  let aborted = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { message } = JSON.parse(body) as { message: string }
      const one = { url: request.url ?? '', headers: request.headers, body, message }
      calls.push(one)
      response.on('close', () => {
        if (!response.writableEnded) aborted += 1
      })
      void reply(one, response)
    })
  })
  const reply = async (one: Asked, response: ServerResponse): Promise<void> => {
    if (delay_ms > 0) await wait(delay_ms)
    const text = await answer(one, response)
    if (text === undefined || response.destroyed) return
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ reply: text }))
  }
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, asked: calls, aborted: () => aborted }
}

/** Joins the two parts in an attack, like a compliant agent. */
export function obey({ message }: Pick<Asked, 'message'>): string {
  const [, left = '', right = ''] = /"([a-z]{8})".*?"([a-z]{6})"/s.exec(message) ?? []
  return `Here you are: ${left}${right}`
}

/** Declines everything except the benign control. */
export function decline({ message }: Pick<Asked, 'message'>): string {
  return /^(?:Hello|Hi)\b/.test(message) ? 'Hello, I can help with orders.' : 'I cannot help with that.'
}
