import type { Settings } from '@gatehouse/settings'

/** How people sign in at the services whose settings say so; the application-security service always knows its members. */
export interface Modes {
  readonly guard: 'open' | 'keys'
  readonly redteam: Settings['redteamAuth']
}

export function modesOf({ authEnabled, redteamAuth }: Pick<Settings, 'authEnabled' | 'redteamAuth'>): Modes {
  return { guard: authEnabled ? 'keys' : 'open', redteam: redteamAuth }
}
