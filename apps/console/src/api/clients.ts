import { createAppsecClient, createGuardClient, createRedteamClient } from '@gatehouse/client'

/** Header of each change to the console's server. Forms of other sites cannot set it. */
export const PAGE_HEADERS = { 'x-gatehouse-console': '1' } as const

// The page has no keys: the console's server adds them when it forwards requests.
export const guard = createGuardClient({ baseUrl: '/api/guard', headers: PAGE_HEADERS })
export const appsec = createAppsecClient({ baseUrl: '/api/appsec', headers: PAGE_HEADERS })
export const redteam = createRedteamClient({ baseUrl: '/api/redteam', headers: PAGE_HEADERS })
