import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OrgRole, SESSION_COOKIE } from '@gatehouse/contracts/appsec'
import { createLogger } from '@gatehouse/http'
import { uuidv7 } from '@gatehouse/kernel'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import type { Store } from '@gatehouse/store'
import { startSession } from '@gatehouse/store/organizations'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import manifest from '../package.json' with { type: 'json' }
import { type AppsecServiceOptions, createAppsecService } from '../src/index.ts'

/** Shared key: instances with a common database must share it. */
const MASTER_KEY = randomBytes(32).toString('hex')

export interface ServeOptions {
  /** Settings in addition to those of the database. */
  readonly env?: Readonly<Record<string, string>>
  /** Database shared with another instance; default: a separate one. */
  readonly database?: TemporaryDatabase
  /** Data folder shared with another instance; default: a separate one. */
  readonly dataDir?: string
  /** Options of the worker; default: no worker. */
  readonly worker?: AppsecServiceOptions['worker']
  readonly scanners?: AppsecServiceOptions['scanners']
}

export interface Served {
  readonly url: string
  readonly store: Store
  readonly database: TemporaryDatabase
  readonly dataDir: string
  /** Lines that the service has logged. */
  readonly log: readonly string[]
  /** Stops the service and removes its own resources. */
  close(): Promise<void>
}

/** Starts an application-security service on a free port with a temporary database, assembled as in the command line. */
export async function serve({
  env = {},
  database,
  dataDir,
  worker = false,
  scanners,
}: ServeOptions = {}): Promise<Served> {
  const own = database ?? (await temporaryDatabase())
  const folder = dataDir ?? join(tmpdir(), `appsec-${uuidv7()}`)
  const settings = resolveSettings({
    env: { DATABASE_URL: own.url, GATEHOUSE_MASTER_KEY: MASTER_KEY, GATEHOUSE_DATA_DIR: folder, ...env },
  })
  const log: string[] = []
  const logger = createLogger({ service: 'appsec', stream: { write: (line) => void log.push(line) } })
  const platform = await openPlatform(settings, logger)
  const server = createAppsecService({
    platform,
    logger,
    version: manifest.version,
    ...(worker === undefined ? {} : { worker }),
    ...(scanners === undefined ? {} : { scanners }),
  })
  const { url } = await server.listen({ host: settings.host, port: 0 })
  return {
    url,
    store: own.store,
    database: own,
    dataDir: folder,
    log,
    async close() {
      await server.close()
      await platform.close()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
      if (database === undefined) await own.drop()
    },
  }
}

/** Member created without the API, with a session and, if the role permits, a key. */
export interface Person {
  readonly organizationId: string
  readonly userId: string
  readonly memberId: string
  readonly email: string
  /** Headers that act as this person signed in. */
  readonly session: Readonly<Record<string, string>>
  /** Headers that act with a key of this person. */
  readonly key: Readonly<Record<string, string>>
}

export async function makeOrganization(store: Store, name = 'Made up'): Promise<string> {
  const id = uuidv7()
  await store.db.insertInto('organizations').values({ id, name }).execute()
  return id
}

export async function makePerson(store: Store, organizationId: string, role: OrgRole): Promise<Person> {
  const [userId, memberId] = [uuidv7(), uuidv7()]
  const email = `${role.toLowerCase()}-${userId.slice(-12)}@example.org`
  await store.db.insertInto('users').values({ id: userId, email, name: role }).execute()
  await store.db
    .insertInto('members')
    .values({ id: memberId, organization_id: organizationId, user_id: userId, role })
    .execute()
  const token = randomBytes(16).toString('hex')
  await startSession(store, { memberId, sha256: hashOf(token), expiresAt: new Date(Date.now() + 3_600_000) })
  const key = `gha_test_${randomBytes(16).toString('hex')}`
  await store.db
    .insertInto('member_keys')
    .values({
      id: uuidv7(),
      organization_id: organizationId,
      member_id: memberId,
      name: 'test',
      prefix: key.slice(0, 12),
      sha256: hashOf(key),
    })
    .execute()
  return {
    organizationId,
    userId,
    memberId,
    email,
    session: { cookie: `${SESSION_COOKIE}=${token}`, 'sec-fetch-site': 'same-origin' },
    key: { authorization: `Bearer ${key}` },
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
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
