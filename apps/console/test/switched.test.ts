import { beforeEach, expect, test } from 'vitest'
import type { Session } from '../src/api/session.ts'
import { noteLeft, noteSession, onSwitch } from '../src/api/switched.ts'
import { attempts, FIRST_DRAFT } from '../src/pages/guard/playground/attempt.ts'

const reached = { reachable: true, signedIn: true }
const session = (guard: Partial<Session['guard']>, user = 'ann'): Session => ({
  version: '1',
  guard: { ...reached, mode: 'keys', tenantId: 'acme', scope: 'admin', ...guard },
  appsec: {
    ...reached,
    mode: 'accounts',
    account: {
      user: { id: user, email: `${user}@example.org`, name: user },
      organization: { id: 'o', name: 'O' },
      memberId: 'm',
      role: 'OWNER',
    },
  },
  redteam: { ...reached, mode: 'none', role: 'admin' },
})
const OUT = { signedIn: false, tenantId: null, scope: null }

let forgotten: string[] = []
for (const area of ['guard', 'appsec', 'redteam'] as const) onSwitch(area, () => forgotten.push(area))
beforeEach(() => {
  noteSession(session({}))
  forgotten = []
})

test('the same user finds the drafts after a new sign-in, and other users do not', () => {
  attempts.type({ ...FIRST_DRAFT, prompt: 'what only acme may read' })
  noteSession(session(OUT))
  noteSession(session({}))
  expect(attempts.typed().prompt).toBe('what only acme may read')
  noteSession(session(OUT))
  noteSession(session({ tenantId: 'other' }))
  expect(attempts.typed()).toEqual(FIRST_DRAFT)
  expect(forgotten).toEqual(['guard'])
})

test.each([
  ['a key of less scope', session({ scope: 'runtime' }), ['guard']],
  ['another member', session({}, 'bob'), ['appsec']],
  ['nobody new', session({}), []],
])('%s clears only drafts of a different principal', (_, now, areas) => {
  noteSession(now)
  expect(forgotten).toEqual(areas)
})

test('signing out clears drafts at once', () => {
  noteLeft('redteam')
  expect(forgotten).toEqual(['redteam'])
})
