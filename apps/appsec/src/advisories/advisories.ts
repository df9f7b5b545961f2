import { join } from 'node:path'
import type { Logger } from '@gatehouse/http'
import { type Clock, type Egress, messageOf } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { createNews } from './news.ts'
import type { Advisories } from './open.ts'
import { createSnapshots } from './snapshots.ts'

export interface AdvisoriesPorts {
  /** Absolute; the shared snapshots lie in its folder `advisories`, where `gatehouse vulndb` writes them. */
  readonly dataDir: string
  readonly store: Store
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
}

/** Advisories for all organizations of this service. */
export function createAdvisories({ dataDir, clock, logger }: AdvisoriesPorts): Advisories {
  const shared = createSnapshots(join(dataDir, 'advisories'), clock)
  const news = createNews(shared.newest, (error) => {
    logger.warn({ error: messageOf(error) }, 'new advisories could not be told of')
  })
  return {
    of: async (_organizationId, wanted) => shared.use(wanted),
    onNewSnapshot: news.listen,
    async close() {
      news.close()
      shared.close()
    },
  }
}
