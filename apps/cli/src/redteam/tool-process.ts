import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import {
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
import {
  bodyOf,
  closeServer,
  environmentOf,
  isAuthorized,
  type LocalTarget,
  programOf,
  TOKEN_BYTES,
} from './local-target.ts'
import type { RunOptions } from './options.ts'

const OWNER = 'redteam'

interface ProcessOptions extends Pick<RunOptions, 'arg' | 'setEnv'> {
  readonly command: string
}

/**
 * Runs a tool server over its standard streams, with the caller's rights, and serves it on loopback. One process serves the whole run and
 * receives only the named variables.
 * @throws {Failure} `invalid_request` if the command does not exist
 */
export async function startToolProcess(options: ProcessOptions, io: Io): Promise<LocalTarget> {
  const { command, arg, setEnv } = options
  const env = environmentOf(setEnv, io)
  const file = programOf(command, '--command', io)
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
    target: {
      type: 'mcp',
      name: command,
      baseUrl: `http://127.0.0.1:${port}/mcp`,
      agentEndpoint: '',
      auth: { type: 'bearer', token },
    },
    secrets: Object.values(env),
    async close() {
      gateway.close()
      await processes.close()
      await closeServer(server)
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

interface ProcessConnection {
  readonly gateway: McpEngine
  readonly route: McpHttpRequest['route']
  readonly token: string
}

async function answer(request: IncomingMessage, response: ServerResponse, behind: ProcessConnection): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort(new Error('client disconnected')))
  response.on('error', () => {})
  if (!isAuthorized(request, behind.token)) {
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
