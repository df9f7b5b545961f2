/** The three services that the console speaks to, by the word under which its page names them. */
export const AREAS = ['guard', 'appsec', 'redteam'] as const
export type Area = (typeof AREAS)[number]

/** Where each of them listens: origins, without a path. What is not here cannot be reached through the console. */
export type Targets = Readonly<Record<Area, string>>

export function isArea(word: string): word is Area {
  return (AREAS as readonly string[]).includes(word)
}
