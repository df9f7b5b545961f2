import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, KEY, openRig, type Rig, textOf } from './rig.ts'

let database: TemporaryDatabase
let rig: Rig
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  rig = openRig(database.store)
})
afterEach(() => rig.close())

describe('an answer of an upstream', () => {
  test('says that it is enough after tries of our own, and nothing after a single one', async () => {
    const model = await rig.model(() => ({ status: 500 }))
    const send = (retries: number) =>
      rig.upstreams.send(rig.tenant([{ name: 'm', base_url: model.url, retries }]), ask())
    expect((await send(0)).headers).not.toHaveProperty('x-should-retry')
    expect((await send(1)).headers).toHaveProperty('x-should-retry', 'false')
  })

  test('does not quote the key that it was asked with', async () => {
    const model = await rig.model(() => `The key was Bearer ${KEY}.`)
    const text = await textOf(await rig.upstreams.send(rig.tenant([{ name: 'm', base_url: model.url }]), ask()))
    expect(text).toContain('The key was Bearer ***.')
  })
})
