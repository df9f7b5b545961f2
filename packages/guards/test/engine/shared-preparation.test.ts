import { expect, test } from 'vitest'
import type { GuardPorts } from '../../src/engine/ports.ts'
import { sharePreparations } from '../../src/engine/shared-preparation.ts'
import { allGuards } from '../../src/guards.gen.ts'

const ports: GuardPorts = { windows: { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) } }

/** A guard of the build that counts how often it prepares. */
function counting() {
  const guard = allGuards.find(({ name }) => name === 'keyword_blocklist')!
  let prepared = 0
  const counted = {
    ...guard,
    prepare(settings: unknown, guardPorts: GuardPorts): unknown {
      prepared += 1
      return guard.prepare(settings, guardPorts)
    },
  }
  const [shared] = sharePreparations([counted])
  return { prepare: (blocklist: string[]) => shared!.prepare({ blocklist }, ports) as unknown, count: () => prepared }
}

test('equal settings are compiled once, different settings separately', () => {
  const { prepare, count } = counting()
  expect(prepare(['a'])).toBe(prepare(['a']))
  expect(count()).toBe(1)
  expect(prepare(['b'])).not.toBe(prepare(['a']))
  expect(count()).toBe(2)
})

test('settings in use stay cached, whatever other settings arrive', () => {
  const { prepare, count } = counting()
  const first = prepare(['in use'])
  for (let n = 0; n < 200; n += 1) {
    prepare([`passing ${n}`])
    expect(prepare(['in use'])).toBe(first)
  }
  expect(count()).toBe(201)
})

test('long settings are not cached', () => {
  const { prepare, count } = counting()
  const long = Array.from({ length: 900 }, (_, n) => `a rather long entry of a list ${n}`)
  prepare(long)
  prepare(long)
  expect(count()).toBe(2)
})
