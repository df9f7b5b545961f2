import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { clientAddressOf, type Logger, sealCaller } from '@gatehouse/http'
import { type Clock, Failure, messageOf, systemClock } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { answerJson, answerRefusal, Refusal } from './answer.ts'
import { forward } from './forward.ts'
import type { Modes } from './modes.ts'
import { beginOidc, finishOidc, OIDC_PATHS } from './oidc.ts'
import { checkedTarget } from './path.ts'
import { type DocsState, type PageSource, servePage } from './pages.ts'
import { checkHost, checkSameOrigin } from './same-origin.ts'
import { Sessions } from './session.ts'
import { signIn, signOut, sendState } from './sign-in.ts'
import type { StatePorts } from './state.ts'
import { isArea, type Targets } from './targets.ts'

export interface ConsoleOptions {
  readonly targets: Targets
  readonly modes: Modes
  /** Seals the browser's sessions. */
  readonly keys: KeyRing
  readonly page: PageSource
  docs(): DocsState | undefined
  readonly version: string
  readonly logger: Pick<Logger, 'error'>
  readonly clock?: Clock
  /** CIDRs of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[]
  /** Time limit of request headers; default: 15 s. */
  readonly headers_ms?: number
}

export interface ConsoleServer {
  /** @throws {Failure} `unavailable` with one sentence if the address is not available */
  listen(address: { host: string; port: number }): Promise<{ readonly url: string; readonly port: number }>
  close(): Promise<void>
}

/** Own limit: three sealed cookies and the browser's own headers. */
const HEADER_BYTES_MAX = 24 * 1024
const HEADERS_MS_MAX = 15_000
/** Own limit of the interval between timeout checks. */
const CHECK_MS = 5_000
/** Enough for 500 MB over a slow connection. */
const REQUEST_MS_MAX = 3_600_000
const CONNECTIONS_MAX = 2_000
const DRAIN_MS = 3_000
const SWEEP_MS = 50

/** Creates the console's server: the page, sessions, and the proxy to the three services. Does not start listening. */
export function createConsoleServer(options: ConsoleOptions): ConsoleServer {
  let isLoopback = true
  const headersTimeout = options.headers_ms ?? HEADERS_MS_MAX
  const connectionsCheckingInterval = Math.min(CHECK_MS, headersTimeout)
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout, requestTimeout: REQUEST_MS_MAX, connectionsCheckingInterval },
    answerer(options, () => isLoopback),
  )
  server.maxConnections = CONNECTIONS_MAX
  return {
    listen(address) {
      isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(address.host)
      return listen(server, address)
    },
    close: () => close(server),
  }
}

function answerer(options: ConsoleOptions, isLoopback: () => boolean) {
  const { targets, modes, version, keys, clock = systemClock } = options
  const client = (incoming: IncomingMessage): string => {
    const { origin } = incoming.headers
    const address = clientAddressOf(incoming, options.trustedProxies ?? [])
    return sealCaller(keys, { address, ...(origin !== undefined && { origin }) }, clock.now())
  }
  const ports: StatePorts = { targets, modes, version, sessions: new Sessions(keys, clock), client }
  return (incoming: IncomingMessage, response: ServerResponse): void => {
    // A disconnected client is not an error.
    incoming.on('error', () => undefined)
    answer(incoming, response, { ...options, ports, isLoopback: isLoopback() }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) options.logger.error({ error: messageOf(error) }, 'console request failed')
      answerRefusal(
        response,
        error instanceof Refusal
          ? error
          : new Refusal(500, 'internal_error', 'The console could not process the request.'),
      )
    })
  }
}

interface Around extends ConsoleOptions {
  readonly ports: StatePorts
  readonly isLoopback: boolean
}

async function answer(incoming: IncomingMessage, response: ServerResponse, around: Around): Promise<void> {
  checkHost(incoming, around.isLoopback)
  const { path, search } = checkedTarget(incoming.url)
  if (path === OIDC_PATHS.begin || path === OIDC_PATHS.finish) {
    if (incoming.method !== 'GET') throw methodNotAllowed()
    // The provider redirects here, so that the request is cross-origin by design. The sealed attempt identifies the user.
    await (path === OIDC_PATHS.begin
      ? beginOidc(incoming, response, around.ports)
      : finishOidc(incoming, search, response, around.ports))
    return
  }
  if (path === '/health' || path === '/ready') {
    sendHealth(response, path, around)
    return
  }
  const [, first, second = '', ...rest] = path.split('/')
  if (first === 'api') {
    checkSameOrigin(incoming)
    if (!isArea(second) || rest.length === 0) throw notFound()
    const current = around.ports.sessions.read(incoming, second)
    const target = `${path.slice(`/api/${second}`.length)}${search}`
    forward(incoming, response, {
      area: second,
      origin: around.targets[second],
      target,
      held: current,
      client: around.ports.client(incoming),
    })
    return
  }
  if (first === 'session') {
    checkSameOrigin(incoming)
    await answerSession(incoming, response, second, rest.length, around.ports)
    return
  }
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') throw methodNotAllowed()
  servePage(incoming, response, path, around)
}

/** Answers health probes with the state of the process and of the page. */
function sendHealth(response: ServerResponse, path: string, { page, version }: ConsoleOptions): void {
  const isReady = path === '/health' || 'folder' in page.state()
  const status = path === '/health' ? 'ok' : isReady ? 'ready' : 'not_ready'
  answerJson(response, isReady ? 200 : 503, {
    status,
    service: 'console',
    version,
    uptime_s: Math.round(process.uptime()),
  })
}

async function answerSession(
  incoming: IncomingMessage,
  response: ServerResponse,
  word: string,
  more: number,
  ports: StatePorts,
): Promise<void> {
  const { method } = incoming
  if (more > 0 || (word !== '' && !isArea(word))) throw notFound()
  if (word === '' && method === 'GET') await sendState(incoming, response, ports)
  else if (word !== '' && method === 'POST') await signIn(word, incoming, response, ports)
  else if (word !== '' && method === 'DELETE') await signOut(word, incoming, response, ports)
  else throw methodNotAllowed()
}

const notFound = (): Refusal => new Refusal(404, 'not_found', 'Page not found.')
const methodNotAllowed = (): Refusal => new Refusal(405, 'method_not_allowed', 'Method not allowed.')

function listen(server: Server, { host, port }: { host: string; port: number }) {
  return new Promise<{ url: string; port: number }>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is already in use. Stop the other program or choose another port.`
          : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new Failure('unavailable', sentence, { cause: error }))
    })
    server.listen({ host, port }, () => {
      const bound = server.address()
      const used = typeof bound === 'object' && bound !== null ? bound.port : port
      const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
      resolve({ url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${used}`, port: used })
    })
  })
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  try {
    await new Promise((resolve) => server.close(resolve))
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
