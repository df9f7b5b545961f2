import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@gatehouse/http'
import { openPlatform } from '@gatehouse/platform'
import { resolveSettings } from '@gatehouse/settings'
import type { Store } from '@gatehouse/store'
import { addApiKey, createTenant, type KeyScope } from '@gatehouse/store/tenants'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import manifest from '../package.json' with { type: 'json' }
import { createGuardService } from '../src/index.ts'

export const ADMIN_KEY = 'made-up-admin-key-0123456789'

/** One key for all: instances that share a database must share it. */
const MASTER_KEY = randomBytes(32).toString('hex')

/** Data folders by database: the audit anchors of a folder know the tenants of one database. */
const dataFolders = new WeakMap<TemporaryDatabase, string>()

export interface ServeOptions {
  /** Settings besides those of the database and the admin key. */
  readonly env?: Readonly<Record<string, string>>
  /** Text of the configuration file. */
  readonly yamlText?: string
  /** Database shared with another instance; default: a new one. */
  readonly database?: TemporaryDatabase
}

export interface Served {
  readonly url: string
  readonly port: number
  readonly store: Store
  readonly database: TemporaryDatabase
  /** Lines that the service has logged. */
  readonly log: readonly string[]
  /** Stops the service and drops the database unless it is shared. */
  close(): Promise<void>
}

/** Starts a guard service on a free port with a temporary database, assembled as by the command line. */
export async function serve({ env = {}, yamlText, database }: ServeOptions = {}): Promise<Served> {
  const own = database ?? (await temporaryDatabase())
  const dataDir = dataFolders.get(own) ?? mkdtempSync(join(tmpdir(), 'gatehouse-guard-'))
  dataFolders.set(own, dataDir)
  const settings = resolveSettings({
    env: {
      DATABASE_URL: own.url,
      SHIELD_ADMIN_KEY: ADMIN_KEY,
      GATEHOUSE_MASTER_KEY: MASTER_KEY,
      GATEHOUSE_DATA_DIR: dataDir,
      ...env,
    },
    ...(yamlText === undefined ? {} : { yamlText }),
  })
  const log: string[] = []
  const logger = createLogger({ service: 'guard', stream: { write: (line) => void log.push(line) } })
  const platform = await openPlatform(settings, logger)
  const server = createGuardService({ platform, logger, version: manifest.version })
  const { url, port } = await server.listen({ host: settings.host, port: 0 })
  return {
    url,
    port,
    store: own.store,
    database: own,
    log,
    async close() {
      await server.close()
      await platform.close()
      if (database !== undefined) return
      rmSync(dataDir, { recursive: true, force: true })
      await own.drop()
    },
  }
}

/** The same with keys demanded. */
export function serveWithKeys(options: ServeOptions = {}): Promise<Served> {
  return serve({ ...options, env: { SHIELD_AUTH_ENABLED: 'true', ...options.env } })
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed response; tests inspect it with matchers. */
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}

/** Posts a JSON value, or raw text or bytes. */
export function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
  })
}

/** A call with a JSON body and the admin key. */
export function admin(url: string, method: string, body?: unknown): Promise<Answer> {
  return send(url, method, body, { 'x-admin-key': ADMIN_KEY })
}

/** A call with a JSON body. */
export function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return call(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Creates a tenant over HTTP. @returns a key with scope admin */
export async function makeTeam(url: string, id: string, rest: object = {}): Promise<string> {
  const answer = await admin(`${url}/v1/admin/tenants`, 'POST', {
    tenant_id: id,
    api_keys: [{ scope: 'admin' }],
    ...rest,
  })
  if (answer.status !== 201) throw new Error(`tenant ${id} was not made: ${answer.text}`)
  return (answer.body['api_keys'] as { api_key: string }[])[0]!.api_key
}

/** Returns the result of one guard in a verdict. */
export function resultOf({ body }: Answer, guardrail: string): Readonly<Record<string, unknown>> | undefined {
  return resultsOf(body).find((result) => result['guardrail'] === guardrail)
}

export function resultsOf(body: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(body['guardrail_results']) ? (body['guardrail_results'] as Record<string, unknown>[]) : []
}

/** Creates a tenant without configuration. */
export async function makeTenant(store: Store, id: string): Promise<string> {
  await createTenant(store, { id, name: id })
  return id
}

/** Creates a key of a tenant. */
export async function makeKey(
  store: Store,
  tenantId: string,
  scope: KeyScope,
  expiresAt?: Date,
): Promise<{ readonly id: string; readonly key: string }> {
  const key = `gk_test_${randomBytes(16).toString('hex')}`
  const { id } = await addApiKey(store, {
    tenantId,
    name: scope,
    prefix: key.slice(0, 8),
    sha256: createHash('sha256').update(key).digest(),
    scope,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  })
  return { id, key }
}
