/** Names of the services as people read them. */
export const AREA_TITLES = { guard: 'Guard', appsec: 'AppSec', redteam: 'Red team' } as const
