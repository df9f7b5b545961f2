import { describe, expect, test } from 'vitest'
import { enter, PLACE_MS, PLACES_MAX } from '../../../src/agentic/session/history.ts'
import { localPorts } from '../ports.ts'

describe('the history of a session', () => {
  test('returns the last executed call and the pending calls', async () => {
    const { state } = localPorts()
    const a = await enter(state, 'k', 'a', true)
    expect(a).toMatchObject({ previous: [''], isKnown: true })
    await a.leave(true)
    const b = await enter(state, 'k', 'b', true)
    expect(b).toMatchObject({ previous: ['a'], isKnown: true })
    const c = await enter(state, 'k', 'c', true)
    expect(c).toMatchObject({ previous: ['b', 'a'], isKnown: true })
    await b.leave(false)
    expect(await enter(state, 'k', 'd', true)).toMatchObject({ previous: ['c', 'a'], isKnown: true })
    await c.leave(true)
    expect(await enter(state, 'k', 'e', true)).toMatchObject({ previous: ['d', 'c'], isKnown: true })
  })

  test.each([true, false])('returns the last call after any number of calls that may run: %s', async (mayRun) => {
    const { state } = localPorts()
    await (await enter(state, 'k', 'first', true)).leave(true)
    for (let call = 0; call < 200; call++) await (await enter(state, 'k', `t${call}`, true)).leave(mayRun)
    expect(await enter(state, 'k', 'x', true)).toMatchObject({ previous: [mayRun ? 't199' : 'first'], isKnown: true })
  })

  test('reports too many pending calls to ordered tools', async () => {
    let now_ms = 0
    const { state } = localPorts({ now: () => now_ms })
    for (let call = 0; call < PLACES_MAX; call++) await enter(state, 'k', 'a', true)
    expect((await enter(state, 'k', 'x', true)).isKnown).toBe(false)
    const free = await enter(state, 'k', 'free', false)
    expect(free.isKnown).toBe(true)
    now_ms += PLACE_MS + 1
    expect(await enter(state, 'k', 'x', true)).toMatchObject({ previous: [''], isKnown: true })
  })

  test('an untracked free tool prevents ordered tools from trusting the history', async () => {
    let now_ms = 0
    const { state } = localPorts({ now: () => now_ms })
    const callPositions = await Promise.all(Array.from({ length: PLACES_MAX }, () => enter(state, 'k', 'a', true)))
    const free = await enter(state, 'k', 'free', false)
    for (const place of callPositions) await place.leave(false)
    expect((await enter(state, 'k', 'x', true)).isKnown).toBe(false)
    await free.leave(true)
    now_ms += PLACE_MS + 1
    expect(await enter(state, 'k', 'x', true)).toMatchObject({ previous: ['free'], isKnown: true })
  })

  test('a late call does not release the slot of another call', async () => {
    let now_ms = 0
    const { state } = localPorts({ now: () => now_ms })
    const late = await Promise.all(Array.from({ length: PLACES_MAX }, () => enter(state, 'k', 'late', true)))
    now_ms += PLACE_MS + 1
    await Promise.all(Array.from({ length: PLACES_MAX }, () => enter(state, 'k', 'new', true)))
    for (const place of late) await place.leave(false)
    expect((await enter(state, 'k', 'x', true)).isKnown).toBe(false)
  })
})
