import { resolve } from 'node:path'
import { type Cache, openCache } from '@gatehouse/cache'
import type { Logger, ReadinessProbe } from '@gatehouse/http'
import { uuidv7 } from '@gatehouse/kernel'
import { createEgress, type Egress } from '@gatehouse/kernel/egress'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { type ChatModel, openAiCompatible } from '@gatehouse/models'
import { isLocalMode, type Settings } from '@gatehouse/settings'
import { type EmbeddedServer, migrate, openStore, startEmbedded, type Store } from '@gatehouse/store'
import { type AuditLog, createAuditLog } from '@gatehouse/store/audit'
import { type AdminKey, openAdminKey } from './admin-key.ts'
import { startAuditExport } from './audit-export.ts'
import { auditProbe, diskProbe } from './audit-readiness.ts'
import { openSeals } from './audit-seals.ts'
import { openMasterKey } from './master-key.ts'

/** Resources that all services of one process share. */
export interface Platform {
  readonly settings: Settings
  readonly store: Store
  readonly cache: Cache
  readonly audit: AuditLog
  readonly egress: Egress
  /** Absent without a configured model. */
  readonly model: ChatModel | undefined
  readonly adminKey: AdminKey
  /** Encrypts stored secrets. */
  readonly keys: KeyRing
  readonly readiness: Readonly<Record<string, ReadinessProbe>>
  /** Absent with `DATABASE_URL`. */
  readonly embedded: EmbeddedServer | undefined
  /** Writes pending data, then closes everything, the embedded server last. */
  close(): Promise<void>
}

/**
 * Opens the database (starts the embedded one if no other is configured), migrates its tables and opens the rest. Closes all parts again
 * after a failure.
 * @throws {Failure} `invalid_setting` or `unavailable` with a one-line reason
 */
export async function openPlatform(settings: Settings, log: Logger): Promise<Platform> {
  const opened: (() => Promise<void>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  const keep = <T>(part: T, close: () => Promise<unknown>): T => {
    opened.push(async () => void (await close()))
    return part
  }
  try {
    const embedded = settings.databaseUrl === undefined ? await startDatabase(settings, log) : undefined
    if (embedded !== undefined) keep(embedded, () => embedded.stop())
    const url = embedded?.url ?? settings.databaseUrl!.reveal()
    const store = await openStore({ url })
    keep(store, () => store.close())
    const { applied } = await migrate(store)
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
    const cache = await openCache({
      ...(settings.cacheUrl === undefined ? {} : { url: settings.cacheUrl.reveal() }),
      onChange: (up, reason) =>
        up ? log.info('the cache is available again') : log.warn({ reason }, 'the cache is unreachable'),
    })
    keep(cache, () => cache.close())
    const keys = await openMasterKey({
      store,
      configured: settings.masterKey,
      dataDir: resolve(settings.dataDir),
      onMade: (path) => log.info({ path }, 'created a master key; keep a copy of this file separate from the database'),
    })
    const adminKey = await openAdminKey(store, settings.adminKey)
    const sealing = await openSeals({
      store,
      keys,
      dataDir: resolve(settings.dataDir),
      onProblem: (reason) => log.error({ reason }, 'the audit heads file cannot be used'),
    })
    keep(sealing, () => sealing.close())
    const audit = createAuditLog(store, { instanceId: uuidv7(), seals: sealing.seals })
    keep(audit, () => audit.close())
    const egress = createEgress({ allow: settings.egressAllow, localMode: isLocalMode(settings) })
    if (settings.auditExport !== undefined) {
      const { auditExport: target, auditExportMinutes: every_minutes } = settings
      const exporter = startAuditExport({ store, egress, log, target, every_minutes })
      keep(exporter, () => exporter.close())
    }
    const model = openModel(settings, egress)
    const readiness = {
      ...probes(store, cache, model, embedded !== undefined),
      audit: auditProbe(audit),
      ...(embedded === undefined ? {} : { disk: diskProbe(resolve(settings.dataDir)) }),
    }
    return { settings, store, cache, audit, egress, model, adminKey, keys, readiness, embedded, close: closeAll }
  } catch (failure) {
    await closeAll()
    throw failure
  }
}

async function startDatabase(settings: Settings, log: Logger): Promise<EmbeddedServer> {
  const dataDir = resolve(settings.dataDir)
  return startEmbedded({ dataDir, log: (line) => log.info({ part: 'database' }, line) })
}

/** Creates the client of the configured model, or returns undefined. Connects at its first use. */
export function openModel(
  { modelBaseUrl, modelName, modelApiKey }: Pick<Settings, 'modelBaseUrl' | 'modelName' | 'modelApiKey'>,
  egress: Pick<Egress, 'fetch'>,
): ChatModel | undefined {
  if (modelBaseUrl === undefined || modelName === undefined) return undefined
  return openAiCompatible({
    baseUrl: modelBaseUrl,
    model: modelName,
    fetch: egress.fetch,
    ...(modelApiKey === undefined ? {} : { apiKey: modelApiKey }),
  })
}

function probes(
  store: Store,
  cache: Cache,
  model: ChatModel | undefined,
  isEmbedded: boolean,
): Readonly<Record<string, ReadinessProbe>> {
  return {
    database: {
      required: true,
      async check() {
        await store.ping()
        return { state: 'up', detail: isEmbedded ? 'embedded PostgreSQL' : 'PostgreSQL server' }
      },
    },
    cache: {
      required: true,
      async check() {
        await cache.ping()
        return { state: 'up', detail: cache.kind }
      },
    },
    queue: {
      required: false,
      async check() {
        await store.ping()
        return { state: 'up', detail: 'scans and deliveries are stored in the database' }
      },
    },
    model: {
      required: false,
      check() {
        if (model === undefined) return { state: 'off', detail: 'not configured; only local detection is used' }
        const state = model.state()
        return state === 'open'
          ? { state: 'down', detail: `the circuit breaker for ${model.name} is open` }
          : { state: 'up', detail: model.name }
      },
    },
  }
}
