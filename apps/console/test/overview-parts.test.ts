import { describe, expect, test } from 'vitest'
import type { Session } from '../src/api/session.ts'
import { rankOf } from '../src/app/palette-rank.ts'
import { failingWebhooks } from '../src/pages/overview/failing-webhooks.ts'
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
  test('reports that no item needs attention only if every service was checked', () => {
    const unchecked = uncheckedAreas(session({}, {}, {}))
    expect(unchecked).toEqual([])
    expect(nothingText(unchecked)).toBe('Nothing needs attention.')
  })

  test('names the services that were not asked', () => {
    const unchecked = uncheckedAreas(session(OUT, {}, { reachable: false }))
    expect(uncheckedText(unchecked)).toBe('Not checked: Guard (signed out), Red team (unreachable).')
    expect(nothingText(unchecked)).not.toContain('Nothing needs attention')
  })

  test('lists the unchecked services if no service was checked', () => {
    const unchecked = uncheckedAreas(session({ tenant: false, admin: true }, OUT, OUT))
    expect(nothingText(unchecked)).toBe(
      'Not checked: Guard (no tenant key), AppSec (signed out), Red team (signed out).',
    )
  })
})

describe('webhooks that need attention', () => {
  const NOW_MS = Date.parse('2026-11-23T12:00:00Z')
  type Hook = Parameters<typeof failingWebhooks>[0][number]
  type Dead = Parameters<typeof failingWebhooks>[1][number]
  const hook = (more: Partial<Hook>): Hook => ({
    id: 'a',
    url: 'https://hooks.example.com/a',
    events: [],
    secret: '***',
    enabled: true,
    description: '',
    failing_since: null,
    disabled_reason: null,
    dropped: 0,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    ...more,
  })
  const dead = (webhook_id: string, finished_at: string): Dead => ({
    id: 'd',
    webhook_id,
    event: 'guardrail_blocked',
    status: 'dead',
    attempts: 9,
    next_attempt_at: null,
    created_at: finished_at,
    finished_at,
    response_status: 503,
    error: null,
    log: [],
    payload: {},
  })

  test('are failing, disabled by the service, or have a recent dead delivery', () => {
    const failing = hook({ failing_since: '2026-11-23T10:00:00Z' })
    const disabled = hook({ id: 'b', enabled: false, disabled_reason: 'no successful delivery for a day' })
    const lost = hook({ id: 'c' })
    const items = failingWebhooks([failing, disabled, lost], [dead('c', '2026-11-23T11:00:00Z')], NOW_MS)
    expect(items).toMatchObject([
      { id: 'a', url: 'https://hooks.example.com/a', at: '2026-11-23T10:00:00Z' },
      { id: 'b', detail: 'no successful delivery for a day' },
      { id: 'c', detail: 'Delivery of guardrail_blocked failed: 503', at: '2026-11-23T11:00:00Z' },
    ])
  })

  test('are not healthy, disabled by a user, or with old dead deliveries only', () => {
    const hooks = [
      hook({}),
      hook({ id: 'b', enabled: false, failing_since: '2026-11-23T10:00:00Z' }),
      hook({ id: 'c' }),
    ]
    expect(failingWebhooks(hooks, [dead('c', '2026-11-21T11:00:00Z')], NOW_MS)).toEqual([])
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

  test('matches words in any order and hides other entries', () => {
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
