import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RedteamRole } from '@gatehouse/contracts/redteam'
import { createLogger } from '@gatehouse/http'
import { uuidv7 } from '@gatehouse/kernel'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import type { Store } from '@gatehouse/store'
import { addRedteamKey } from '@gatehouse/store/redteam'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import manifest from '../package.json' with { type: 'json' }
import { createRedteamService, type RedteamService, type RedteamServiceOptions } from '../src/index.ts'

/** Shared key: instances with a common database must share it. */
const MASTER_KEY = randomBytes(32).toString('hex')

export interface ServeOptions {
  /** Settings in addition to those of the database. */
  readonly env?: Readonly<Record<string, string>>
  /** Database shared with another instance; default: a separate one. */
  readonly database?: TemporaryDatabase
  /** Data folder shared with another instance; default: a separate one. */
  readonly dataDir?: string
  /** Options of the worker. */
  readonly worker?: RedteamServiceOptions['worker']
}

export interface Served {
  readonly url: string
  readonly service: RedteamService
  readonly store: Store
  readonly database: TemporaryDatabase
  readonly dataDir: string
  /** Lines that the service has logged. */
  readonly log: readonly string[]
  /** Stops the service and removes its own resources. */
  close(): Promise<void>
}

/** Starts a red-team service on a free port with a temporary database, assembled as in the command line. */
export async function serve({ env = {}, database, dataDir, worker = {} }: ServeOptions = {}): Promise<Served> {
  const own = database ?? (await temporaryDatabase())
  const folder = dataDir ?? join(tmpdir(), `redteam-${uuidv7()}`)
  const settings = resolveSettings({
    env: { DATABASE_URL: own.url, GATEHOUSE_MASTER_KEY: MASTER_KEY, GATEHOUSE_DATA_DIR: folder, ...env },
  })
  const log: string[] = []
  const logger = createLogger({ service: 'redteam', stream: { write: (line) => void log.push(line) } })
  const platform = await openPlatform(settings, logger)
  const service = createRedteamService({ platform, logger, version: manifest.version, worker })
  const close = async (): Promise<void> => {
    await service.close()
    await platform.close()
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    if (database === undefined) await own.drop()
  }
  try {
    const { url } = await service.listen({ host: settings.host, port: 0 })
    return { url, service, store: own.store, database: own, dataDir: folder, log, close }
  } catch (failure) {
    await close()
    throw failure
  }
}

export interface KeyOptions {
  readonly tenantId?: string
  readonly expiresAt?: Date
}

/** Creates a key without the API. @returns its id and authenticated headers */
export async function makeKey(
  store: Store,
  role: RedteamRole,
  { tenantId = 'default', expiresAt }: KeyOptions = {},
): Promise<{ readonly id: string; readonly key: string; readonly headers: Readonly<Record<string, string>> }> {
  const key = `ghr_test_${randomBytes(16).toString('hex')}`
  const id = await addRedteamKey(store, {
    tenantId,
    name: role,
    role,
    prefix: key.slice(0, 12),
    sha256: createHash('sha256').update(key).digest(),
    expiresAt: expiresAt ?? null,
  })
  return { id, key, headers: { 'x-api-key': key } }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Raw response; tests check it with matchers. */
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A call with a JSON body. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}
