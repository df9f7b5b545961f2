import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Clock, type Egress, isoTime, messageOf } from '@gatehouse/kernel'
import { createOnlineAdvisories, type Exploitation, type OnlineAdvisories, type OsvFetch } from '@gatehouse/scanners'
import { boundsOf, checkAdvisoryAddress } from './https-only.ts'
import type { OpenAdvisories } from './open.ts'
import { createRecordFolder } from './record-folder.ts'

/** The public service. @see https://google.github.io/osv.dev/api/ */
export const OSV_API = 'https://api.osv.dev'
/** Begins the name of answers of a service; the time of asking follows. */
const ASKED_AT = 'online@'
/** Services that are remembered; of more the one that was used least lately is asked as if for the first time. */
const SERVICES_MAX = 100

export interface OnlinePorts {
  readonly dataDir: string
  readonly egress: Egress
  readonly clock: Clock
}

export interface OnlineUse {
  /** What is known here of whether a vulnerability is exploited. */
  readonly exploitationOf?: ((names: readonly string[]) => Exploitation) | undefined
  /** The name by which the rest of a scan knows what it asked: nobody can ask for it again, but it is one scan. */
  readonly wanted?: string | undefined
}

export interface Online {
  /**
   * Asks nobody yet.
   * @param address of the service; blank: the public one
   */
  readonly of: (address: string, options?: OnlineUse) => Promise<OpenAdvisories>
}

/** Services that are asked for each scan. */
export function createOnline({ dataDir, egress, clock }: OnlinePorts): Online {
  const services = new Map<string, OnlineAdvisories>()
  const serviceOf = (base: URL): OnlineAdvisories => {
    const known = services.get(base.href)
    const digest = createHash('sha256').update(base.href).digest('hex').slice(0, 32)
    const service =
      known ??
      createOnlineAdvisories({
        fetch: fetchFrom(base, egress),
        cache: createRecordFolder(join(dataDir, 'advisories-online', digest)),
        clock,
      })
    services.delete(base.href)
    services.set(base.href, service)
    const [oldest] = services.keys()
    if (services.size > SERVICES_MAX && oldest !== undefined) services.delete(oldest)
    return service
  }
  return {
    async of(address, { exploitationOf, wanted } = {}) {
      try {
        const base = new URL(address === '' ? OSV_API : address)
        await checkAdvisoryAddress(base, egress)
        const port = serviceOf(base).open(exploitationOf)
        const isOurs = wanted?.startsWith(ASKED_AT) === true
        const snapshot = isOurs ? wanted : ASKED_AT + isoTime(clock.now())
        return { port, snapshot, release: () => undefined }
      } catch (thrown) {
        return { gap: `The advisory service cannot be asked: ${messageOf(thrown)}.`, release: () => undefined }
      }
    },
  }
}

function fetchFrom(base: URL, egress: Egress): OsvFetch {
  return (path, init) => {
    const url = new URL(base)
    // People write the address with the version of the interface and without.
    url.pathname = base.pathname.replace(/\/+$/, '').replace(/\/v1$/, '') + path
    return egress.fetch(url, { ...init, ...boundsOf(url) })
  }
}
