import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Clock, isoTime, messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { boundsOf, checkAdvisoryAddress } from '../bring/address.ts'
import type { Exploitation } from '../match.ts'
import type { AdvisoryPort } from '../../advisory-port.ts'
import { createOnlineAdvisories, type OnlineAdvisories } from './online.ts'
import { createRecordFolder } from './record-folder.ts'
import type { OsvFetch } from './request.ts'

/** The public service. @see https://google.github.io/osv.dev/api/ */
export const OSV_API = 'https://api.osv.dev'
/** Prefix of the snapshot name for service answers; the request time follows. */
const ASKED_AT = 'online@'
/** Number of cached services per owner; the least recently used is dropped. */
const SERVICES_MAX = 200

export interface OsvServicePorts {
  /** Folder of cached records. */
  readonly folder: string
  readonly egress: Egress
  readonly clock: Clock
}

export interface OsvServiceUse {
  /** Owner of the queries: rejections that one owner causes must not affect others. */
  readonly owner?: string
  /** Local exploitation data. */
  readonly exploitationOf?: ((names: readonly string[]) => Exploitation) | undefined
  /** Snapshot name of an earlier part of the same scan: it cannot be reproduced, but the scan is one. */
  readonly wanted?: string | undefined
}

/** Service for a scan; a gap gives the reason when it is unavailable. */
export interface OpenService {
  readonly port?: AdvisoryPort
  /** Snapshot name that a scan records for its advisories. */
  readonly snapshot?: string
  readonly gap?: string
}

export interface OsvServices {
  /**
   * Opens a service without sending a request.
   * @param address of the service; blank: the public one
   */
  readonly of: (address: string, options?: OsvServiceUse) => Promise<OpenService>
}

/** Creates the advisory services for scans. */
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
        return { gap: `The advisory service cannot be queried: ${messageOf(thrown).replace(/\.$/, '')}.` }
      }
    },
  }
}

/**
 * Returns the folder name for the records of a service.
 * @param address of the service; blank: the public one
 * @throws {TypeError} for an invalid address
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
    // Users write the address with or without the API version.
    url.pathname = base.pathname.replace(/\/+$/, '').replace(/\/v1$/, '') + path
    return egress.fetch(url, { ...init, ...boundsOf(url) })
  }
}
