import { join } from 'node:path'
import type { Logger } from '@gatehouse/http'
import { type Clock, type Egress, messageOf } from '@gatehouse/kernel'
import { createOsvServices } from '@gatehouse/scanners'
import { readModelSettings, type Store } from '@gatehouse/store'
import { MODEL_SETTINGS_DEFAULT } from '../settings/model-settings.ts'
import { createMirrors } from './mirrors.ts'
import { createNews } from './news.ts'
import type { Advisories } from './open.ts'
import { createSnapshots } from './snapshots.ts'
import { SERVICES } from './unused-copies.ts'

export interface AdvisoriesPorts {
  /** Absolute; the shared snapshots lie in its folder `advisories`, where `gatehouse vulndb` writes them. */
  readonly dataDir: string
  readonly store: Store
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
}

/** Advisories for all organizations of this service, for each as its settings ask for them. */
export function createAdvisories(ports: AdvisoriesPorts): Advisories {
  const { dataDir, store, clock, logger } = ports
  const shared = createSnapshots(join(dataDir, 'advisories'), clock)
  const news = createNews(shared.newest, (error) => {
    logger.warn({ error: messageOf(error) }, 'new advisories could not be told of')
  })
  const online = createOsvServices({ ...ports, folder: join(dataDir, SERVICES) })
  const mirrors = createMirrors({ ...ports, tell: news.tell })
  return {
    async of(organizationId, wanted) {
      const settings = (await readModelSettings(store, organizationId)) ?? MODEL_SETTINGS_DEFAULT
      const { vulnDbMode, vulnDbUrl } = settings
      if (vulnDbMode === 'mirror') return mirrors.of(organizationId, vulnDbUrl, wanted)
      const imported = shared.use(wanted)
      if (vulnDbMode === 'offline') return imported
      const asked = await online.of(vulnDbUrl, {
        owner: organizationId,
        exploitationOf: imported.port?.exploitationOf,
        wanted,
      })
      return { ...asked, release: imported.release }
    },
    onNewSnapshot: news.listen,
    async close() {
      news.close()
      await mirrors.close()
      shared.close()
    },
  }
}
