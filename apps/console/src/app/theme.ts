import { useSyncExternalStore } from 'react'
import { keep } from '../lib/kept.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const NAME = 'gatehouse-theme'
const listeners = new Set<() => void>()

const { dataset } = document.documentElement
// Set by `public/theme.js` before the first render.
let chosen: Theme = THEMES.find((theme) => theme === dataset['theme']) ?? 'system'

export function chooseTheme(theme: Theme): void {
  chosen = theme
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  keep(NAME, theme)
  for (const tell of listeners) tell()
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => chosen,
  )
}
