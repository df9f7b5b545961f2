import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'gatehouse-theme'
const listeners = new Set<() => void>()

function stored(): Theme {
  try {
    const word = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === word) ?? 'system'
  } catch {
    // Some browsers keep nothing for us: the system decides.
    return 'system'
  }
}

let chosen: Theme = stored()

/** Tells the style sheet; before anything is drawn, so that nothing flashes. */
export function applyTheme(): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
}

export function chooseTheme(theme: Theme): void {
  chosen = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // It holds until the page is closed.
  }
  applyTheme()
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
