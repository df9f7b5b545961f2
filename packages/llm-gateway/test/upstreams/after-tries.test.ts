import { systemClock } from '@gatehouse/kernel'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, KEY, openRig, type Rig, textOf } from './rig.ts'

let rig: Rig
beforeEach(() => {
  rig = openRig()
})
afterEach(() => rig.close())

describe('an answer of an upstream', () => {
  test('disables client retries after gateway retries, and not after a single attempt', async () => {
    const model = await rig.model(() => ({ status: 500 }))
    const send = (retries: number) =>
      rig.upstreams.send(rig.tenant([{ name: 'm', base_url: model.url, retries }]), ask())
    expect((await send(0)).headers).not.toHaveProperty('x-should-retry')
    expect((await send(1)).headers).toHaveProperty('x-should-retry', 'false')
  })

  test('does the same if no upstream responds', async () => {
    const base_url = 'http://nobody.test:1/v1'
    const send = (retries: number) => rig.upstreams.send(rig.tenant([{ name: 'm', base_url, retries }]), ask())
    await expect(send(0)).rejects.toMatchObject({ code: 'model_unavailable', isFinal: false })
    await expect(send(1)).rejects.toMatchObject({ code: 'model_unavailable', isFinal: true })
  })

  test('does the same for an open circuit, with the retry time if it is short', async () => {
    const base_url = 'http://nobody.test:1/v1'
    let now_ms = 1_000_000
    const clock = { ...systemClock, now: () => now_ms }
    const other = openRig({ clock })
    const tenant = other.tenant([{ name: 'm', base_url }])
    const send = () => other.upstreams.send(tenant, ask())
    for (let tries = 0; tries < 5; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- failures in a row
      await expect(send()).rejects.toMatchObject({ isFinal: false })
    }
    await expect(send()).rejects.toMatchObject({ isFinal: true, retryAfter_s: 30 })
    now_ms += 24_000
    await expect(send()).rejects.toMatchObject({ isFinal: false, retryAfter_s: 6 })
    await other.close()
  })

  test('does not quote the key that it was asked with', async () => {
    const model = await rig.model(() => `The key was Bearer ${KEY}.`)
    const text = await textOf(await rig.upstreams.send(rig.tenant([{ name: 'm', base_url: model.url }]), ask()))
    expect(text).toContain('The key was Bearer ***.')
  })
})
