import { type AddressInfo, connect, createServer } from 'node:net'
import { Failure } from '@gatehouse/kernel'
import { temporaryDatabase } from '@gatehouse/testkit'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openStore } from '../src/connect.ts'

/** The answer of a server to a connection that it cannot serve: the protocol's error message with a code of the system (58000). */
const FIELDS = 'SFATAL\0C58000\0Mcould not map shared memory\0\0'
const REFUSAL = Buffer.concat([Buffer.from([0x45, 0, 0, 0, FIELDS.length + 4]), Buffer.from(FIELDS)])

/** The failure that `action` rejects with. */
async function failureOf(action: Promise<unknown>): Promise<Failure> {
  const thrown = await action.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof Failure) return thrown
  throw new Error(`expected a Failure, got ${String(thrown)}`)
}

describe('openStore', () => {
  test('answers a ping and reads the default tenant', async () => {
    const { store, drop } = await temporaryDatabase()
    expect(await store.ping()).toBeGreaterThan(0)
    const tenants = await store.db.selectFrom('tenants').select(['id', 'config_version']).execute()
    expect(tenants).toEqual([{ id: 'default', config_version: 0 }])
    await drop()
  })

  test('names host and port of a database that is down, and never the password', async () => {
    const failure = await failureOf(openStore({ url: 'postgresql://app:hunter2@127.0.0.1:1/main' }))
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toContain('127.0.0.1:1/main')
    expect(failure.message).not.toContain('hunter2')
    expect(failure.retryAfter_s).toBeGreaterThan(0)
  })

  test('reports a server other than PostgreSQL', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const failure = await failureOf(openStore({ url: `postgresql://app:pw@127.0.0.1:${port}/main` }))
    expect(failure.code).toBe('unavailable')
    server.close()
  })

  test('refuses a wrong password as unavailable, without repeating it', async () => {
    const { url, drop } = await temporaryDatabase()
    const wrong = new URL(url)
    wrong.password = 'not-the-password'
    const failure = await failureOf(openStore({ url: wrong.href }))
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toContain('password authentication failed')
    expect(failure.message).not.toContain('not-the-password')
    await drop()
  })

  test.each(['', 'localhost:5432', 'mysql://app:hunter2@db/main'])('rejects the invalid URL %j', async (url) => {
    const failure = await failureOf(openStore({ url }))
    expect(failure.code).toBe('invalid_setting')
    expect(failure.message).not.toContain('hunter2')
  })

  test('never falls back to plain text if TLS is required', async () => {
    const { url, drop } = await temporaryDatabase()
    const failure = await failureOf(openStore({ url: `${url}&sslmode=verify-full` }))
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toContain('does not support SSL')
    await drop()
  })

  test('turns a connection ended by the server into a Failure, and continues with a new connection', async () => {
    const { store, drop } = await temporaryDatabase()
    const suicide = store.db
      .selectNoFrom(({ fn }) => fn<boolean>('pg_terminate_backend', [fn<number>('pg_backend_pid')]).as('ended'))
      .execute()
    expect((await failureOf(suicide)).code).toBe('unavailable')
    expect(await store.ping()).toBeGreaterThan(0)
    await drop()
  })

  test('stops a statement that runs too long', async () => {
    const { url, drop } = await temporaryDatabase()
    const store = await openStore({ url, statementTimeout_ms: 50 })
    const slow = store.db.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.val(5)]).as('slept')).execute()
    const failure = await failureOf(slow)
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toContain('statement timeout')
    // The connection is still good, and the pool lends it again.
    expect(await store.ping()).toBeGreaterThan(0)
    await store.close()
    await drop()
  })

  test.each([
    ['deadlock', '40P01'],
    ['serialization conflict', '40001'],
    ['lock timeout', '55P03'],
    ['exhausted memory', '53200'],
    ['too many connections', '53300'],
  ])('reports a %s as unavailable, with a time to retry', async (_what, code) => {
    const { store, drop } = await temporaryDatabase()
    const text = `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`
    const runs = [
      store.prepared({ name: `raise_${code}`, text }, []),
      store.withConnection((client) => client.query(text)),
      sql.raw(text).execute(store.db),
    ]
    for (const failure of await Promise.all(runs.map((run) => failureOf(run)))) {
      expect([failure.code, failure.retryAfter_s]).toEqual(['unavailable', 2])
    }
    await drop()
  })

  test('reports a server that cannot open another connection as unavailable', async () => {
    const { url, drop } = await temporaryDatabase()
    const through = new URL(url)
    const { searchParams, hostname } = through
    const folder = searchParams.get('host')
    const port = searchParams.get('port') ?? (through.port || '5432')
    const toServer = () => (folder === null ? connect(Number(port), hostname) : connect(`${folder}/.s.PGSQL.${port}`))
    let isFull = false
    const proxy = createServer((socket) => {
      if (isFull) {
        socket.once('data', () => socket.end(REFUSAL))
        return
      }
      const server = toServer()
      socket.pipe(server).pipe(socket)
      for (const item of [socket, server]) item.on('error', () => item.destroy())
    })
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve)
    })
    searchParams.delete('host')
    searchParams.delete('port')
    through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const store = await openStore({ url: through.href })
    // The first connection is in use, and there is no second one.
    isFull = true
    const failure = await store.db
      .connection()
      .execute(() => failureOf(store.prepared({ name: 'one', text: 'SELECT 1' }, [])))
    expect([failure.code, failure.retryAfter_s]).toEqual(['unavailable', 2])
    await store.close()
    proxy.close()
    await drop()
  })

  test('reports a statement after the end of the pool as unavailable', async () => {
    const { store, drop } = await temporaryDatabase()
    await store.close()
    expect((await failureOf(store.prepared({ name: 'late', text: 'SELECT 1' }, []))).code).toBe('unavailable')
    await drop()
  })

  test('refuses a counter that does not fit in a number instead of rounding it', async () => {
    const { store, drop } = await temporaryDatabase()
    await store.withConnection(async (client) => {
      await expect(client.query('SELECT 9007199254740993::int8')).rejects.toThrow(RangeError)
      expect((await client.query('SELECT 9007199254740991::int8 AS n')).rows).toEqual([{ n: 9007199254740991 }])
    })
    await drop()
  })
})
