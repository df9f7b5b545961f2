import { isIP } from 'node:net'
import type { HttpPort, SocketPort } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'

/** Whom an assistant may attack: this machine, and whoever the person named that has started the server. */
export interface AllowedTargets {
  /** @throws {Failure} `target_refused` */
  readonly check: (address: string) => void
}

/** @param named  `host` or `host:port` */
export function allowedTargets(named: readonly string[]): AllowedTargets {
  const names = new Set(named.map((one) => one.trim().toLowerCase()))
  return {
    check(address) {
      const url = URL.parse(address)
      if (url === null)
        throw new Failure('invalid_request', 'The address of the target is none: it begins with http:// or https://.')
      const host = url.hostname.toLowerCase()
      if (isHere(host) || names.has(host) || names.has(url.host.toLowerCase())) return
      throw new Failure(
        'target_refused',
        `${host} is not on this machine, and nobody has named it: whoever owns it has to start the server with --allow-target ${url.host}.`,
      )
    },
  }
}

function isHere(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true
  return isIP(host) === 4 && host.startsWith('127.')
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
