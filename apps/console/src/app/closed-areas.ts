import { useSyncExternalStore } from 'react'
import { keep, readStored } from '../lib/kept.ts'

const NAME = 'gatehouse-closed-areas'
const listeners = new Set<() => void>()
let closed: ReadonlySet<string> = new Set(readStored(NAME)?.split(',').filter(Boolean))

/** Collapses or expands an area of the sidebar in this browser. */
export function setClosed(area: string, isClosed: boolean): void {
  if (closed.has(area) === isClosed) return
  closed = new Set(isClosed ? [...closed, area] : [...closed].filter((item) => item !== area))
  keep(NAME, [...closed].join(','))
  for (const tell of listeners) tell()
}

/** Returns the areas of the sidebar that are collapsed in this browser. */
export function useClosedAreas(): ReadonlySet<string> {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => closed,
  )
}
