import { isIP } from 'node:net'
import type { HttpPort, SocketPort } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'

/**
 * Targets that an assistant may attack: the hosts that the operator named at the start of the server, and this machine, unless a port of
 * this machine was named.
 */
export interface AllowedTargets {
  /** @throws {Failure} `target_refused` */
  readonly check: (address: string) => void
}

/**
 * @param named `host` or `host:port`. A port of this machine replaces the default of all its ports: other services that listen here are
 * off limits
 */
export function allowedTargets(named: readonly string[]): AllowedTargets {
  const names = named.map((item) => shared(item.trim().toLowerCase()))
  const isHereNamed = names.some((name) => name.startsWith(HERE))
  return {
    check(address) {
      const url = URL.parse(address)
      if (url === null) {
        throw new Failure('invalid_request', 'Invalid target URL: it must start with http:// or https://.')
      }
      const host = shared(url.hostname.toLowerCase())
      const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
      if (names.includes(host) || names.includes(`${host}:${port}`)) return
      if (host === HERE && !isHereNamed) return
      const why =
        host === HERE
          ? 'Another port of this machine was named'
          : `${url.hostname} is not on this machine and not an allowed target`
      throw new Failure(
        'target_refused',
        `${why}: restart the server with --allow-target ${url.hostname}:${port} to allow it.`,
      )
    },
  }
}

const HERE = 'localhost'

/** Maps all names of this machine to one. */
function shared(said: string): string {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/.exec(said) ?? []
  const isHere = host === HERE || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
  return isHere ? `${HERE}${port}` : said
}

/** Restricts every address of a run, including those of steps and redirects. */
export function confinedHttp(port: HttpPort, allowed: AllowedTargets): HttpPort {
  return {
    send: async (request) => {
      allowed.check(request.url)
      return port.send(request)
    },
  }
}

export function confinedSocket(port: SocketPort, allowed: AllowedTargets): SocketPort {
  return {
    open: async (request) => {
      allowed.check(request.url.replace(/^ws/i, 'http'))
      return port.open(request)
    },
  }
}

/** @throws {Failure} `target_refused` before anything is sent */
export function checkTargets({ baseUrl, auth }: RunTarget, allowed: AllowedTargets): void {
  allowed.check(baseUrl.replace(/^ws/i, 'http'))
  if (auth?.type === 'oauth2_client_credentials') allowed.check(auth.tokenUrl)
}
