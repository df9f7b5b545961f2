import { createServer, IncomingMessage, request, type RequestListener, ServerResponse } from 'node:http'
import { createConnection, Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { temporaryFolder } from '@gatehouse/testkit'
import { afterAll } from 'vitest'
import { createConsoleServer } from '../../src/console/server.ts'
import type { DocsState } from '../../src/console/pages.ts'
import { Sessions } from '../../src/console/session.ts'
import type { Area } from '../../src/console/targets.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string
}

/** Headers of our own page for each change. */
export const ownPage = (port: number): Record<string, string> => ({
  origin: `http://127.0.0.1:${port}`,
  'sec-fetch-site': 'same-origin',
  'x-gatehouse-console': '1',
})

/** Starts a console with a stub for all three services, both until the end of the file. */
export async function serveConsole(
  service: RequestListener,
  docs: () => DocsState | undefined = () => undefined,
  rest: { readonly headers_ms?: number } = {},
) {
  const folder = temporaryFolder()
  mkdirSync(join(folder.path, 'assets'))
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(join(folder.path, 'assets/app.js'), 'export {}')
  writeFileSync(join(folder.path, 'assets/app.js.br'), 'packed')
  writeFileSync(join(folder.path, 'secret.key'), 'not to be served')
  const upstream = createServer(service)
  await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(upstream.address() as { port: number }).port}`
  const keys = createKeyRing([randomBytes(32)])
  const server = createConsoleServer({
    targets: { guard: origin, appsec: origin, redteam: origin },
    modes: { guard: 'keys', redteam: 'api_key' },
    keys,
    page: { state: () => ({ folder: folder.path }) },
    docs,
    version: '0.0.0',
    logger: { error: () => undefined },
    ...rest,
  })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await server.close()
    upstream.closeAllConnections()
    await new Promise((resolve) => upstream.close(resolve))
    folder.remove()
  })
  return {
    port,
    keys,
    sessions: new Sessions(keys, systemClock),
    ask: (path: string, asking?: Asking) => ask(port, path, asking),
  }
}

/** Sends one request with an unnormalized path. */
export function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
  const sized = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: { ...sized, ...headers }, agent: false })
    outgoing.once('error', reject)
    outgoing.once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    outgoing.end(body)
  })
}

/** A sealed cookie, as signing in leaves it. */
export function cookieOf(sessions: Sessions, area: Area, current: Readonly<Record<string, string>>): string {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  sessions.keep(response, area, current, false)
  return String(response.getHeader('set-cookie')).split(';')[0]!
}

/** Sends bytes on a socket, and returns everything received until it is closed. */
export function askRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => socket.end(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}
