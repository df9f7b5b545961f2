import type { Area, Session } from '../../api/session.ts'
import { AREA_TITLES } from '../../app/area-titles.ts'
import { guardSight } from './guard-sight.ts'
import { messages } from '../../messages/overview.ts'

/** A service that the overview could not query. */
export interface Unchecked {
  readonly title: string
  readonly why: string
}

const AREAS: readonly Area[] = ['guard', 'appsec', 'redteam']

/** Returns the services that the overview cannot check. */
export function uncheckedAreas(session: Session): Unchecked[] {
  return AREAS.flatMap((area): Unchecked[] => {
    const { signedIn, reachable } = session[area]
    const title = AREA_TITLES[area]
    if (!reachable) return [{ title, why: messages.unchecked.unreachable }]
    if (!signedIn) return [{ title, why: messages.unchecked.signedOut }]
    return area === 'guard' && !guardSight(session).asTenant ? [{ title, why: messages.unchecked.noTenantKey }] : []
  })
}

/** Returns the heading of an empty list. */
export function nothingText(unchecked: readonly Unchecked[]): string {
  if (unchecked.length === 0) return messages.unchecked.nothingNeedsAttention
  return unchecked.length === AREAS.length
    ? messages.unchecked.notChecked(reasonsOf(unchecked))
    : messages.unchecked.noOpenItemsInTheChecked(uncheckedText(unchecked))
}

export function uncheckedText(unchecked: readonly Unchecked[]): string {
  return messages.unchecked.notChecked(reasonsOf(unchecked))
}

function reasonsOf(unchecked: readonly Unchecked[]): string {
  return unchecked.map(({ title, why }) => messages.unchecked.reason(title, why)).join(', ')
}
