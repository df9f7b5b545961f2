import type { Area, Session } from './session.ts'

const forgetters = new Map<Area, Set<() => void>>()
const last = new Map<Area, string>()

/**
 * Has something forgotten when somebody signs out of an area, or somebody else signs in: what stays in the page while one looks
 * elsewhere, such as what was typed and what was answered, is theirs alone. Who signs in again finds it.
 */
export function onSwitch(area: Area, forget: () => void): void {
  const those = forgetters.get(area) ?? new Set()
  forgetters.set(area, those.add(forget))
}

/** Somebody has signed out of an area. */
export function noteLeft(area: Area): void {
  last.delete(area)
  for (const forget of forgetters.get(area) ?? []) forget()
}

/** Compares who is signed in with who was before. */
export function noteSession(session: Session): void {
  for (const [area, who] of Object.entries(namesIn(session)) as [Area, string | undefined][]) {
    if (who === undefined) continue
    if (last.has(area) && last.get(area) !== who) noteLeft(area)
    last.set(area, who)
  }
}

/** Who is signed in where, as far as services tell people apart. */
function namesIn({ guard, appsec, redteam }: Session): Readonly<Record<Area, string | undefined>> {
  const { account } = appsec
  return {
    guard: guard.signedIn ? JSON.stringify([guard.tenantId, guard.scope]) : undefined,
    appsec: account ? `${account.organization.id} ${account.user.id}` : undefined,
    redteam: redteam.signedIn ? (redteam.role ?? '') : undefined,
  }
}
