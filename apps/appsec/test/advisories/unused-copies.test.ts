import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { osvServiceFolder } from '@gatehouse/sca/advisories'
import type { Store } from '@gatehouse/store'
import { saveModelSettings } from '@gatehouse/store/organizations'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropUnusedCopies } from '../../src/advisories/unused-copies.ts'
import { MODEL_SETTINGS_DEFAULT } from '../../src/settings/model-settings.ts'
import { makeOrganization } from '../serve.ts'

let database: TemporaryDatabase
let store: Store
let dataDir: string
beforeAll(async () => {
  database = await temporaryDatabase()
  store = database.store
  dataDir = mkdtempSync(join(tmpdir(), 'unused-copies-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const NOW = Date.now()
const DAY = 86_400_000

/** A file, and the folders above it, that were written so many days ago. */
function written(path: string, days: number): void {
  const whole = join(dataDir, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, '{}')
  const at = new Date(NOW - days * DAY)
  for (let item = whole; item !== dataDir; item = dirname(item)) utimesSync(item, at, at)
}

const choose = (organizationId: string, vulnDbMode: 'online' | 'mirror' | 'offline', vulnDbUrl: string) =>
  saveModelSettings(store, organizationId, () => ({ ...MODEL_SETTINGS_DEFAULT, vulnDbMode, vulnDbUrl }))

test('advisory copies unused for a week are deleted, and all others stay', async () => {
  const [stays, turned, recent] = [
    await makeOrganization(store),
    await makeOrganization(store),
    await makeOrganization(store),
  ]
  const removed = uuidv7()
  await choose(stays, 'mirror', 'https://mirror.example/')
  await choose(turned, 'online', 'https://osv.example/')
  const [question, old, young] = ['https://osv.example/', '', 'https://young.example/'].map(osvServiceFolder)
  for (const id of [stays, turned, removed]) {
    written(`advisories-of/${id}/snapshots/a/manifest.json`, 30)
    written(`advisories-of/${id}/mirror.json`, 8)
  }
  written(`advisories-of/${recent}/snapshots/a/manifest.json`, 30)
  written(`advisories-of/${recent}/mirror.json`, 6)
  for (const name of [question, old]) written(`advisories-online/${name}/ab/cd.json`, 30)
  written(`advisories-online/${young}/ab/cd.json`, 6)
  // Foreign names, and a partial removal of a killed process.
  written('advisories-of/notes/mirror.json', 30)
  written('advisories-online/.removing-left/ab/cd.json', 0)
  symlinkSync(tmpdir(), join(dataDir, 'advisories-of', uuidv7()))

  const is = (folder: string) => readdirSync(join(dataDir, folder))
  expect(await dropUnusedCopies({ store, dataDir }, NOW)).toBe(3)
  const links = is('advisories-of').filter((name) => ![stays, recent, 'notes'].includes(name))
  expect([is('advisories-of').length, links.length]).toEqual([4, 1])
  expect(new Set(is('advisories-online'))).toEqual(new Set([question, young]))
  expect(await dropUnusedCopies({ store, dataDir }, NOW)).toBe(0)
  // A reverted setting finds its copy, and remains of a deleted one have no owner.
  await choose(stays, 'offline', '')
  expect(await dropUnusedCopies({ store, dataDir }, NOW)).toBe(1)
})

test('a data folder without copies has nothing to delete', async () => {
  expect(await dropUnusedCopies({ store, dataDir: join(dataDir, 'none') }, NOW)).toBe(0)
})
