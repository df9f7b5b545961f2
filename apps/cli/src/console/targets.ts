/** The three services behind the console, by their names in the page. */
export const AREAS = ['guard', 'appsec', 'redteam'] as const
export type Area = (typeof AREAS)[number]

/** Origins of the services, without path. The console reaches no others. */
export type Targets = Readonly<Record<Area, string>>

export function isArea(word: string): word is Area {
  return (AREAS as readonly string[]).includes(word)
}
