import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from '@gatehouse/kernel'
import { type TemporaryDatabase, temporaryDatabase, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { KEY_FILE, openMasterKey } from '../src/master-key.ts'

const folder = temporaryFolder()
const belonging = { purpose: 'test', tenantId: 'acme' }
const key = () => randomBytes(32).toString('hex')
let database: TemporaryDatabase
let dataDir: string
let folders = 0

beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})
beforeEach(() => {
  dataDir = join(folder.path, `data-${(folders += 1)}`)
  mkdirSync(dataDir)
})
afterEach(async () => {
  await database.store.db.deleteFrom('deployment_secrets').execute()
})

const created: string[] = []
const open = (configured?: string) =>
  openMasterKey({
    store: database.store,
    configured: configured === undefined ? undefined : new Secret(configured),
    dataDir,
    onMade: (path) => void created.push(path),
  })

describe('the master key', () => {
  proves('all:secrets.master-key', 'is read from the setting, and then no file is created', async () => {
    const text = key()
    const sealed = (await open(text)).seal(Buffer.from('x'), belonging)
    expect((await open(text)).open(sealed, belonging).toString()).toBe('x')
    expect(readdirSync(dataDir)).toEqual([])
  })

  proves('all:secrets.key-file', 'is in a file of mode 0600 otherwise, made at the first start', async () => {
    const sealed = (await open()).seal(Buffer.from('x'), belonging)
    expect(readdirSync(dataDir)).toEqual([KEY_FILE])
    expect(statSync(join(dataDir, KEY_FILE)).mode & 0o777).toBe(0o600)
    expect((await open()).open(sealed, belonging).toString()).toBe('x')
    expect(created.filter((path) => path.startsWith(dataDir))).toHaveLength(1)
    // The same key can move into the setting.
    const text = readFileSync(join(dataDir, KEY_FILE), 'utf8').trim()
    expect((await open(text)).open(sealed, belonging).toString()).toBe('x')
  })

  test('is the same for several instances that start concurrently', async () => {
    const rings = await Promise.all([open(), open(), open()])
    expect(new Set(rings.map(({ keyId }) => keyId)).size).toBe(1)
  })

  test.each([0o640, 0o604, 0o660, 0o644])('in a file of mode %o is refused', async (mode) => {
    await open()
    chmodSync(join(dataDir, KEY_FILE), mode)
    await expect(open()).rejects.toMatchObject({
      code: 'invalid_setting',
      message: expect.stringMatching(/is readable by other users .*chmod 600/) as string,
    })
  })

  test.each(['', 'not a key\n', 'x'.repeat(5_000)])('in a malformed file is refused (%#)', async (text) => {
    writeFileSync(join(dataDir, KEY_FILE), text, { mode: 0o600 })
    await expect(open()).rejects.toMatchObject({
      code: 'invalid_setting',
      message: expect.stringContaining(KEY_FILE) as string,
    })
  })

  test('that was lost is not replaced by another: the stored secrets would be gone unnoticed', async () => {
    await open()
    rmSync(join(dataDir, KEY_FILE))
    await expect(open()).rejects.toMatchObject({
      code: 'invalid_setting',
      message: expect.stringContaining('restore the key') as string,
    })
    expect(readdirSync(dataDir)).toEqual([])
  })

  proves(
    'all:settings.master-key',
    'of another installation is rejected, and the message contains no key',
    async () => {
      await open(key())
      const other = key()
      const refused: unknown = await open(other).catch((thrown: unknown) => thrown)
      expect(String(refused)).toContain('GATEHOUSE_MASTER_KEY does not match the key of this database')
      expect(String(refused)).not.toContain(other)
    },
  )

  proves('all:secrets.key-id', 'rotates: a new key before the old one, then alone', async () => {
    const [old, newer] = [key(), key()]
    await open(old)
    await expect(open(newer)).rejects.toMatchObject({ code: 'invalid_setting' })
    await open(`${newer},${old}`)
    await expect(open(newer)).resolves.toBeDefined()
  })
})
