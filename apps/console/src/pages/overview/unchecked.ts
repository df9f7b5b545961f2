import type { Area, Session } from '../../api/session.ts'
import { AREA_TITLES } from '../../app/area-titles.ts'
import { guardSight } from './guard-sight.ts'

/** A service that the overview could not ask. */
export interface Unchecked {
  readonly title: string
  readonly why: 'signed out' | 'unreachable' | 'no tenant key'
}

const AREAS: readonly Area[] = ['guard', 'appsec', 'redteam']

/** The services of which the overview knows nothing. */
export function uncheckedAreas(session: Session): Unchecked[] {
  return AREAS.flatMap((area): Unchecked[] => {
    const { signedIn, reachable } = session[area]
    const title = AREA_TITLES[area]
    if (!reachable) return [{ title, why: 'unreachable' }]
    if (!signedIn) return [{ title, why: 'signed out' }]
    return area === 'guard' && !guardSight(session).asTenant ? [{ title, why: 'no tenant key' }] : []
  })
}

/** The heading of an empty list. */
export function nothingText(unchecked: readonly Unchecked[]): string {
  if (unchecked.length === 0) return 'Nothing needs attention.'
  return unchecked.length === AREAS.length
    ? `Not checked. ${listOf(unchecked)}.`
    : `Nothing found in the services that were checked. ${uncheckedText(unchecked)}`
}

export function uncheckedText(unchecked: readonly Unchecked[]): string {
  return `Not checked: ${listOf(unchecked)}.`
}

function listOf(unchecked: readonly Unchecked[]): string {
  return unchecked.map(({ title, why }) => `${title} (${why})`).join(', ')
}
