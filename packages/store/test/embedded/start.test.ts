import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/connect.ts'
import { isRunning } from '../../src/embedded/process.ts'
import { type EmbeddedServer, startEmbedded, stopEmbedded } from '../../src/embedded/start.ts'
import { ask, failureOf, newFolder, quiet, removeFolders, start } from './folders.ts'

afterAll(removeFolders)

describe('a cluster', () => {
  const dataDir = newFolder()
  let server: EmbeddedServer
  beforeAll(async () => {
    server = await start(dataDir)
  })
  afterAll(() => server.stop())

  test('is created at the first start, and reused', async () => {
    expect(server).toMatchObject({ firstTime: true, attached: false })
    await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    await server.stop()
    expect(isRunning(server.pid)).toBe(false)
    server = await start(dataDir)
    expect(server).toMatchObject({ firstTime: false, attached: false })
    expect(await ask(server.url, 'SELECT n FROM kept')).toBe(7)
  })

  test.each([
    ['PostgreSQL 18', 'SELECT current_setting($$server_version_num$$)::int / 10000', 18],
    ['UTF-8', 'SHOW server_encoding', 'UTF8'],
    ['upper case beyond ASCII', 'SELECT upper($$été$$)', 'ÉTÉ'],
    ['an order that no system locale changes', `SELECT 'Z' < 'a'`, true],
    ['scram passwords', 'SHOW password_encryption', 'scram-sha-256'],
    ['checksums of pages', 'SHOW data_checksums', 'on'],
    ['durable commits', 'SHOW synchronous_commit', 'on'],
  ])('has %s', async (_title, sql, answer) => {
    expect(await ask(server.url, sql)).toBe(answer)
  })

  test('requires its password, stored in a file that only its user can read', async () => {
    const file = join(dataDir, 'postgres', 'password')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(server.url).toContain(encodeURIComponent(readFileSync(file, 'utf8').trim()))
    const without = new URL(server.url)
    without.password = 'guess'
    expect((await failureOf(() => openStore({ url: without.href }))).message).toContain(
      'password authentication failed',
    )
  })

  test('listens on no network port unless asked to', async () => {
    expect(await ask(server.url, 'SHOW listen_addresses')).toBe('')
  })

  test('is refused to a second start, which names the process that has it', async () => {
    const failure = await failureOf(() => start(dataDir))
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toBe(
      `the data folder ${dataDir} is in use by process ${process.pid}; stop it first, or choose a different one`,
    )
    expect((await failureOf(() => stopEmbedded(dataDir))).code).toBe('unavailable')
  })

  test('can be stopped twice', async () => {
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(await stopEmbedded(dataDir)).toBe(false)
    server = await start(dataDir)
  })

  test('listens on a loopback port when asked to', async () => {
    await server.stop()
    const port = await freePort()
    server = await start(dataDir, { port })
    const overTcp = new URL(server.url)
    overTcp.search = ''
    overTcp.host = `127.0.0.1:${port}`
    expect(await ask(overTcp.href, 'SHOW listen_addresses')).toBe('127.0.0.1')
  })

  test('reports a port in use', async () => {
    await server.stop()
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port))
    })
    const failure = await failureOf(() => start(dataDir, { port }))
    blocker.close()
    expect(failure).toMatchObject({ code: 'invalid_setting' })
    expect(failure.message).toContain(`port ${port}`)
    server = await start(dataDir)
  })
})

describe('a startup failure has a single-line error', () => {
  const dataDir = newFolder()
  const own = join(dataDir, 'postgres')
  beforeAll(async () => {
    const server = await start(dataDir)
    await server.stop()
  })

  test('another major version', async () => {
    const file = join(own, 'cluster', 'PG_VERSION')
    writeFileSync(file, '17\n')
    const failure = await failureOf(() => start(dataDir))
    writeFileSync(file, '18\n')
    expect(failure.code).toBe('invalid_setting')
    expect(failure.message).toMatch(/created by PostgreSQL 17, but this version includes 18.*DATABASE_URL/)
  })

  test('a lost password file', async () => {
    renameSync(join(own, 'password'), join(own, 'aside'))
    const failure = await failureOf(() => start(dataDir))
    renameSync(join(own, 'aside'), join(own, 'password'))
    expect(failure).toMatchObject({ code: 'invalid_setting' })
    expect(failure.message).toContain(`${own}/password is missing`)
  })

  test('an invalid server setting', async () => {
    const failure = await failureOf(() => startEmbedded({ dataDir, log: quiet, settings: { shared_buffers: 'much' } }))
    expect(failure.message).toMatch(/invalid value for parameter "shared_buffers"/)
    expect(failure.message).not.toContain('\n')
  })

  test('a data folder that is a file', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const failure = await failureOf(() => start(file))
    expect(failure).toMatchObject({ code: 'invalid_setting' })
    expect(failure.message).toContain(`${file} is not a folder`)
  })

  test('a missing cluster at an external location', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'location'), '/var/lib/gatehouse/gone\n')
    const failure = await failureOf(() => start(folder))
    expect(failure.message).toContain('/var/lib/gatehouse/gone, which is missing')
  })

  test('and a failed start frees the data folder', async () => {
    const server = await start(dataDir)
    await server.stop()
    expect(existsSync(join(own, 'lock'))).toBe(false)
  })
})

describe('a path too long for a Unix socket', () => {
  test('is served on a free loopback port', async () => {
    const dataDir = join(newFolder(), 'a'.repeat(90))
    const server = await start(dataDir)
    expect(new URL(server.url).hostname).toBe('127.0.0.1')
    expect(await ask(server.url, 'SELECT 1')).toBe(1)
    await server.stop()
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
