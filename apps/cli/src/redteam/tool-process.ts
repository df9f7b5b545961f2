import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { Failure, systemClock, uuidv7 } from '@gatehouse/kernel'
import {
  commandAllowlist,
  type Connect,
  type ConnectAbout,
  connectStdio,
  createMcpEngine,
  type McpEngine,
  type McpHttpRequest,
  passAll,
  Processes,
  type UpstreamConnection,
} from '@gatehouse/mcp'
import type { Io } from '../command.ts'
import { listenAt } from './listen.ts'
import type { RunOptions } from './options.ts'
import { pairOf, secretAt } from './secrets.ts'

/** Own limit: a multiple of the largest attack. */
const BODY_BYTES_MAX = 8 * 1024 * 1024
const TOKEN_BYTES = 24
const OWNER = 'redteam'

/** Local tool server process, reachable over HTTP. */
export interface ToolProcess {
  readonly url: string
  /** Access token, unknown to other users of this machine. */
  readonly token: string
  /** Values passed to the process, which reports mask. */
  readonly secrets: readonly string[]
  readonly close: () => Promise<void>
}

interface ProcessOptions extends Pick<RunOptions, 'arg' | 'setEnv'> {
  readonly command: string
}

/**
 * Runs a tool server over its standard streams, with the caller's rights, and serves it on loopback. One process serves the whole run and
 * receives only the named variables.
 * @throws {Failure} `invalid_request` if the command does not exist
 */
export async function startToolProcess(options: ProcessOptions, io: Io): Promise<ToolProcess> {
  const { command, arg, setEnv } = options
  const env = Object.fromEntries(
    setEnv.map((item) => {
      const [name, place] = pairOf(item, '--set-env')
      return [name, secretAt(place, `Variable ${name}`, io)] as const
    }),
  )
  const file = fileOf(command, io)
  const processes = new Processes({ clock: systemClock })
  const gateway = createMcpEngine({ clock: systemClock })
  const surroundings = { path: io.env['PATH'] ?? '', home: io.env['HOME'] }
  const join = (about: ConnectAbout): Promise<UpstreamConnection> =>
    connectStdio({
      name: '',
      route: OWNER,
      command: file,
      args: arg,
      env,
      surroundings,
      allowlist: { mayRun: () => true, fileOf: () => file },
      processes,
      shared: true,
      cwd: io.cwd,
      clock: systemClock,
      client: about,
      signal: about.signal,
    })
  const route = { interceptor: passAll, connect: keepAlive(join) }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const server = createServer((request, response) => void answer(request, response, { gateway, route, token }))
  // The same command gets the same address, so that reports are identical.
  const port = await listenAt(server, [file, ...arg].join('\n'), io)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    token,
    secrets: Object.values(env),
    async close() {
      gateway.close()
      await processes.close()
      await closed(server)
    },
  }
}

/** The process ends with its last connection. An idle connection keeps it alive between attacks. */
function keepAlive(join: Connect): Connect {
  let held: UpstreamConnection | undefined
  return async (about) => {
    held ??= await join({ ...about, signal: new AbortController().signal })
    return join(about)
  }
}

/** A path is relative to the caller's folder. A bare name is resolved as in a shell. */
function fileOf(command: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const path = command.includes('/') ? resolve(cwd, command) : command
  const file = /\s/.test(path) && path.includes('/') ? path : commandAllowlist([path], env['PATH'] ?? '').fileOf(path)
  if (file !== undefined) return file
  throw new Failure('invalid_request', `--command: program ${command} not found.`)
}

interface ProcessConnection {
  readonly gateway: McpEngine
  readonly route: McpHttpRequest['route']
  readonly token: string
}

async function answer(request: IncomingMessage, response: ServerResponse, behind: ProcessConnection): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort(new Error('client disconnected')))
  response.on('error', () => {})
  if (!isKnown(request, behind.token)) {
    response.writeHead(401).end()
    return
  }
  const { status, headers, body } = await behind.gateway.handle({
    method: request.method ?? '',
    headers: request.headers,
    body: await bodyOf(request),
    signal: gone.signal,
    requestId: uuidv7(),
    owner: OWNER,
    route: behind.route,
  })
  response.writeHead(status, headers)
  if (typeof body === 'string') {
    response.end(body)
    return
  }
  try {
    for await (const piece of body) response.write(piece)
  } finally {
    response.end()
  }
}

function isKnown({ headers }: IncomingMessage, token: string): boolean {
  const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Returns undefined if the body is not JSON. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

async function closed(server: Server): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  server.close(() => done())
  server.closeAllConnections()
  await promise
}
