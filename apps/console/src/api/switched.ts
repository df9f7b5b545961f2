import type { Area, Session } from './session.ts'

const forgetters = new Map<Area, Set<() => void>>()
const last = new Map<Area, string>()

/**
 * Registers a callback for signing out of an area or switching the user, because page state such as typed text belongs to one user. The
 * same user gets it back after signing in again.
 */
export function onSwitch(area: Area, forget: () => void): void {
  const those = forgetters.get(area) ?? new Set()
  forgetters.set(area, those.add(forget))
}

/** Reports a sign-out from an area. */
export function noteLeft(area: Area): void {
  last.delete(area)
  for (const forget of forgetters.get(area) ?? []) forget()
}

/** Compares the session with the previous one. */
export function noteSession(session: Session): void {
  for (const [area, caller] of Object.entries(namesIn(session)) as [Area, string | undefined][]) {
    if (caller === undefined) continue
    if (last.has(area) && last.get(area) !== caller) noteLeft(area)
    last.set(area, caller)
  }
}

/** Returns the user per area, as far as services distinguish users. */
function namesIn({ guard, appsec, redteam }: Session): Readonly<Record<Area, string | undefined>> {
  const { account } = appsec
  return {
    guard: guard.signedIn ? JSON.stringify([guard.tenantId, guard.scope]) : undefined,
    appsec: account ? `${account.organization.id} ${account.user.id}` : undefined,
    redteam: redteam.signedIn ? (redteam.role ?? '') : undefined,
  }
}
