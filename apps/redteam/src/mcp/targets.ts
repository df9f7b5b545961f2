import { isIP } from 'node:net'
import type { HttpPort, SocketPort } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'

/** Whom an assistant may attack: what the person named who started the server; this machine, unless a port of it was named. */
export interface AllowedTargets {
  /** @throws {Failure} `target_refused` */
  readonly check: (address: string) => void
}

/**
 * @param named  `host` or `host:port`. One of this machine stands for all of it: other services that listen here are not for assistants
 */
export function allowedTargets(named: readonly string[]): AllowedTargets {
  const names = named.map((one) => shared(one.trim().toLowerCase()))
  const isHereNamed = names.some((one) => one.startsWith(HERE))
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
          : `${url.hostname} is not on this machine, and nobody has named it`
      throw new Failure(
        'target_refused',
        `${why}: whoever owns it has to start the server with --allow-target ${url.hostname}:${port}.`,
      )
    },
  }
}

const HERE = 'localhost'

/** The names of this machine are one. */
function shared(said: string): string {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/.exec(said) ?? []
  const isHere = host === HERE || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
  return isHere ? `${HERE}${port}` : said
}

/** Every address that a run goes to, by a step or a redirect too. */
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
