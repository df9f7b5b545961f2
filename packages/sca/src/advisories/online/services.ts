import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Clock, type Egress, isoTime, messageOf } from '@gatehouse/kernel'
import { boundsOf, checkAdvisoryAddress } from '../bring/address.ts'
import type { Exploitation } from '../match.ts'
import type { AdvisoryPort } from '../../advisory-port.ts'
import { createOnlineAdvisories, type OnlineAdvisories } from './online.ts'
import { createRecordFolder } from './record-folder.ts'
import type { OsvFetch } from './request.ts'

/** The public service. @see https://google.github.io/osv.dev/api/ */
export const OSV_API = 'https://api.osv.dev'
/** Begins the name of answers of a service; the time of asking follows. */
const ASKED_AT = 'online@'
/** Services that are remembered, for each owner; of more the one used least lately is asked as if for the first time. */
const SERVICES_MAX = 200

export interface OsvServicePorts {
  /** Where records stay that were fetched before. */
  readonly folder: string
  readonly egress: Egress
  readonly clock: Clock
}

export interface OsvServiceUse {
  /** Whose questions they are: what one of them makes a service refuse must not count for others. */
  readonly owner?: string
  /** What is known here of whether a vulnerability is exploited. */
  readonly exploitationOf?: ((names: readonly string[]) => Exploitation) | undefined
  /** The name by which the rest of a scan knows what it asked: nobody can ask for it again, but it is one scan. */
  readonly wanted?: string | undefined
}

/** What a scan asks; a gap says why there is nothing to ask. */
export interface OpenService {
  readonly port?: AdvisoryPort
  /** What a scan names to say which advisories it was made with. */
  readonly snapshot?: string
  readonly gap?: string
}

export interface OsvServices {
  /**
   * Asks nobody yet.
   * @param address of the service; blank: the public one
   */
  readonly of: (address: string, options?: OsvServiceUse) => Promise<OpenService>
}

/** Services that are asked for each scan. */
export function createOsvServices({ folder, egress, clock }: OsvServicePorts): OsvServices {
  const services = new Map<string, OnlineAdvisories>()
  const serviceOf = (base: URL, owner: string): OnlineAdvisories => {
    const key = `${owner} ${base.href}`
    const known = services.get(key)
    const service =
      known ??
      createOnlineAdvisories({
        fetch: fetchFrom(base, egress),
        cache: createRecordFolder(join(folder, folderOf(base))),
        clock,
      })
    services.delete(key)
    services.set(key, service)
    const [oldest] = services.keys()
    if (services.size > SERVICES_MAX && oldest !== undefined) services.delete(oldest)
    return service
  }
  return {
    async of(address, { owner = '', exploitationOf, wanted } = {}) {
      try {
        const base = baseOf(address)
        await checkAdvisoryAddress(base, egress)
        const port = serviceOf(base, owner).open(exploitationOf)
        const isOurs = wanted?.startsWith(ASKED_AT) === true
        const snapshot = isOurs ? wanted : ASKED_AT + isoTime(clock.now())
        return { port, snapshot }
      } catch (thrown) {
        return { gap: `The advisory service cannot be asked: ${messageOf(thrown).replace(/\.$/, '')}.` }
      }
    },
  }
}

/**
 * The name of the folder in which the records of a service stay.
 * @param address of the service; blank: the public one
 * @throws {TypeError} where it is no address
 */
export function osvServiceFolder(address: string): string {
  return folderOf(baseOf(address))
}

function baseOf(address: string): URL {
  return new URL(address === '' ? OSV_API : address)
}

function folderOf({ href }: URL): string {
  return createHash('sha256').update(href).digest('hex').slice(0, 32)
}

function fetchFrom(base: URL, egress: Egress): OsvFetch {
  return (path, init) => {
    const url = new URL(base)
    // People write the address with the version of the interface and without.
    url.pathname = base.pathname.replace(/\/+$/, '').replace(/\/v1$/, '') + path
    return egress.fetch(url, { ...init, ...boundsOf(url) })
  }
}
