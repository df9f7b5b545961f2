import { join } from 'node:path'
import type { Logger } from '@gatehouse/http'
import type { AdvisoryImport, AdvisoryState } from '@gatehouse/contracts/appsec'
import { type Clock, Failure, messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { createOsvServices, OSV_EXPORT, shownSource } from '@gatehouse/sca/advisories'
import type { Store } from '@gatehouse/store'
import { type ModelSettingsRow, readModelSettings } from '@gatehouse/store/organizations'
import { MODEL_SETTINGS_DEFAULT } from '../settings/model-settings.ts'
import { type AdvisoryImports, createAdvisoryImports } from './imports.ts'
import { createMirrors, type Mirrors } from './mirrors.ts'
import { createNews } from './news.ts'
import type { Advisories, ImportRequest } from './open.ts'
import { createOpenFolders } from './open-folders.ts'
import { createSnapshots, type OpenSnapshot } from './snapshots.ts'
import { SERVICES } from './unused-copies.ts'

export interface AdvisoriesPorts {
  /** Absolute path. `gatehouse vulndb` writes shared snapshots to its folder `advisories`. */
  readonly dataDir: string
  readonly store: Store
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
}

/** Creates the advisory sources of all organizations, according to their settings. */
export function createAdvisories(ports: AdvisoriesPorts): Advisories {
  const { dataDir, store, clock, logger } = ports
  const shared = createSnapshots(join(dataDir, 'advisories'), clock)
  const folders = createOpenFolders(clock)
  const imports = createAdvisoryImports({ ...ports, folders })
  const newest = (): string | undefined => {
    const marks = [shared.newest() ?? '', ...[...imports.newest()].flat()].join(' ')
    return marks === '' ? undefined : marks
  }
  const news = createNews(newest, (error) => {
    logger.warn({ error: messageOf(error) }, 'sending the notification about new advisories failed')
  })
  const online = createOsvServices({ ...ports, folder: join(dataDir, SERVICES) })
  const mirrors = createMirrors({ ...ports, tell: news.tell })
  const settingsOf = async (organizationId: string) =>
    (await readModelSettings(store, organizationId)) ?? MODEL_SETTINGS_DEFAULT
  return {
    async of(organizationId, wanted) {
      const settings = await settingsOf(organizationId)
      const { vulnDbMode, vulnDbUrl } = settings
      if (vulnDbMode === 'mirror') return mirrors.of(organizationId, vulnDbUrl, wanted)
      const imported = imports.use(organizationId, wanted) ?? shared.use(wanted)
      if (vulnDbMode === 'offline') return imported
      const openService = await online.of(vulnDbUrl, {
        owner: organizationId,
        exploitationOf: imported.port?.exploitationOf,
        wanted,
      })
      return { ...openService, release: imported.release }
    },
    async state(organizationId) {
      const settings = await settingsOf(organizationId)
      const isOffline = settings.vulnDbMode === 'offline'
      const own = isOffline ? imports.use(organizationId) : mirrors.present(organizationId)
      const open = own ?? shared.use()
      try {
        return stateOf(settings, open, await imports.latest(organizationId), own === undefined)
      } finally {
        open.release()
      }
    },
    import: async (organizationId, importRequest) =>
      startImport(organizationId, await settingsOf(organizationId), importRequest, { imports, mirrors }),
    remove: (organizationId, ecosystem) => imports.remove(organizationId, ecosystem),
    onNewSnapshot: news.listen,
    async close() {
      news.close()
      await Promise.all([mirrors.close(), imports.close()])
      folders.close()
      shared.close()
    },
  }
}

type Settings = Pick<ModelSettingsRow, 'vulnDbMode' | 'vulnDbUrl'>

function importAddress({ vulnDbUrl }: Settings): string {
  return vulnDbUrl === '' ? OSV_EXPORT : vulnDbUrl
}

function stateOf(
  settings: Settings,
  { port }: OpenSnapshot,
  latest: AdvisoryImport | undefined,
  isShared: boolean,
): AdvisoryState {
  const mode = settings.vulnDbMode
  const importUrl = shownSource(importAddress(settings))
  if (mode === 'online' || port === undefined) return { mode, importUrl, snapshot: null, import: latest ?? null }
  const { id, createdAt: importedAt, records, ecosystems } = port.manifest
  return { mode, importUrl, snapshot: { id, importedAt, isShared, records, ecosystems }, import: latest ?? null }
}

async function startImport(
  organizationId: string,
  settings: Settings,
  { ecosystems, file }: ImportRequest,
  { imports, mirrors }: { readonly imports: AdvisoryImports; readonly mirrors: Mirrors },
): Promise<AdvisoryImport> {
  const { vulnDbMode, vulnDbUrl } = settings
  if (vulnDbMode === 'online') {
    throw new Failure(
      'conflict',
      'The settings query an advisory service, so imported advisories are not used. Change the mode.',
    )
  }
  if (vulnDbMode === 'mirror') {
    if (file !== undefined) {
      throw new Failure(
        'conflict',
        'Advisories come from a mirror, so files cannot be imported. Set the advisory mode to `offline`.',
      )
    }
    return imports.start(organizationId, { kind: 'address', address: vulnDbUrl }, (report) =>
      mirrors.refresh(organizationId, vulnDbUrl, report),
    )
  }
  if (file !== undefined) return imports.start(organizationId, { kind: 'file', path: file.path, name: file.name })
  return imports.start(organizationId, { kind: 'address', address: importAddress(settings), ecosystems })
}
