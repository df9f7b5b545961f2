/** Names of the services in the page. */
export const AREAS = ['guard', 'appsec', 'redteam'] as const
export type Area = (typeof AREAS)[number]

/** Origins of the services, without path. The console sends requests only to these. */
export type Targets = Readonly<Record<Area, string>>

export function isArea(word: string): word is Area {
  return (AREAS as readonly string[]).includes(word)
}
