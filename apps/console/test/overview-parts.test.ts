import { describe, expect, test } from 'vitest'
import type { Session } from '../src/api/session.ts'
import { rankOf } from '../src/app/palette-rank.ts'
import { nothingText, uncheckedAreas, uncheckedText } from '../src/pages/overview/unchecked.ts'
import { timeRange } from '../src/ui/time-range.ts'

const IN = { reachable: true, signedIn: true }
const OUT = { reachable: true, signedIn: false }
const session = (guard: object, appsec: object, redteam: object): Session => ({
  version: '1',
  guard: { ...IN, mode: 'keys', tenant: true, ...guard },
  appsec: { ...IN, mode: 'accounts', ...appsec },
  redteam: { ...IN, mode: 'none', role: 'admin', ...redteam },
})

describe('an overview without items', () => {
  test('says that nothing needs attention only when every service was asked', () => {
    const unchecked = uncheckedAreas(session({}, {}, {}))
    expect(unchecked).toEqual([])
    expect(nothingText(unchecked)).toBe('Nothing needs attention.')
  })

  test('names the services that were not asked', () => {
    const unchecked = uncheckedAreas(session(OUT, {}, { reachable: false }))
    expect(uncheckedText(unchecked)).toBe('Not checked: Guard (signed out), Red team (unreachable).')
    expect(nothingText(unchecked)).not.toContain('Nothing needs attention')
  })

  test('claims nothing when no service was asked', () => {
    const unchecked = uncheckedAreas(session({ tenant: false, admin: true }, OUT, OUT))
    expect(nothingText(unchecked)).toBe(
      'Not checked: Guard (no tenant key), AppSec (signed out), Red team (signed out).',
    )
  })
})

describe('the command palette', () => {
  const entries = [
    ['Agents', 'Guard', 'registry'],
    ['Run an agent scan', 'Red team', 'attack agents'],
    ['Agent policies', 'Guard', ''],
    ['Tenants', 'Guard', 'agents'],
  ]
  const ranked = (search: string): string[] =>
    entries
      .filter((entry) => rankOf(search, entry) > 0)
      .toSorted((a, b) => rankOf(search, b) - rankOf(search, a))
      .map(([title = '']) => title)

  test('ranks the exact title first, then titles, then synonyms', () => {
    expect(ranked('agents')).toEqual(['Agents', 'Tenants', 'Run an agent scan'])
    expect(ranked('agent')).toEqual(['Agents', 'Agent policies', 'Run an agent scan', 'Tenants'])
    expect(ranked('pol')).toEqual(['Agent policies'])
  })

  test('finds words in any order and hides what does not match', () => {
    expect(ranked('scan red')).toEqual(['Run an agent scan'])
    expect(ranked('zebra')).toEqual([])
  })
})

describe('the time axis of a chart', () => {
  const day = Date.parse('2026-11-22T00:00:00Z') / 1_000
  test.each([
    ['of several moments spans them', [day - 86_400, day], day - 86_400, day, [day - 86_400, day]],
    ['of one moment spans the day around it', [day], day, day + 86_400_000, [day - 43_200, day + 43_200]],
    ['of equal moments does, too', [day, day], day, day, [day - 43_200, day + 43_200]],
    ['of none stays open', [], null, null, [null, null]],
  ] as const)('%s', (_name, moments, min, max, range) => {
    expect(timeRange(moments, min, max)).toEqual(range)
  })
})
