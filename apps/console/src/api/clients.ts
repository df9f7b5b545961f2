import { createAppsecClient, createGuardClient, createRedteamClient } from '@gatehouse/client'

/** Told to the console's server with each change: a form of another site cannot. */
export const PAGE_HEADERS = { 'x-gatehouse-console': '1' } as const

// Keys are not ours to know: the console's server adds them to what it hands on.
export const guard = createGuardClient({ baseUrl: '/api/guard', headers: PAGE_HEADERS })
export const appsec = createAppsecClient({ baseUrl: '/api/appsec', headers: PAGE_HEADERS })
export const redteam = createRedteamClient({ baseUrl: '/api/redteam', headers: PAGE_HEADERS })
