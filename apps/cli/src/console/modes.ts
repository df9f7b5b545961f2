import type { Settings } from '@gatehouse/settings'

/** Sign-in modes of the services with such a setting. The application-security service always has users. */
export interface Modes {
  readonly guard: 'open' | 'keys'
  readonly redteam: Settings['redteamAuth']
}

export function modesOf({ authEnabled, redteamAuth }: Pick<Settings, 'authEnabled' | 'redteamAuth'>): Modes {
  return { guard: authEnabled ? 'keys' : 'open', redteam: redteamAuth }
}
