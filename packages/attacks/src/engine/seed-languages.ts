import type { Seed } from './category.ts'

/** Language that nearly all models understand: seeds without a text in the languages of a run are sent in it. */
export const FALLBACK_LANGUAGE = 'en'
/** One in this many seeds is in English when the run has another language: most ideas exist in English only. */
const FALLBACK_ONE_IN = 3

/** Seeds of a category in the order in which they are sent. Empty lists are possible. */
export interface SeedsByLanguage {
  readonly own: readonly Seed[]
  /** In languages that the run does not have. */
  readonly others: readonly Seed[]
}

/**
 * Separates the seeds of the run's languages from the others. Where a category has none in these languages, its English seeds are used; where
 * it has few, English seeds are mixed in.
 * @param languages BCP 47 primary subtags; undefined: all
 */
export function seedsByLanguage(seeds: readonly Seed[], languages: readonly string[] | undefined): SeedsByLanguage {
  if (languages === undefined) return { own: seeds, others: [] }
  const spoken = seeds.filter(({ language }) => languages.includes(language))
  const fallback = seeds.filter(({ language }) => language === FALLBACK_LANGUAGE && !languages.includes(language))
  const others = seeds.filter((seed) => !spoken.includes(seed) && !fallback.includes(seed))
  if (spoken.length === 0 && fallback.length === 0) return { own: others, others: [] }
  return { own: mixed(spoken, fallback), others }
}

function mixed(spoken: readonly Seed[], fallback: readonly Seed[]): readonly Seed[] {
  if (spoken.length === 0 || fallback.length === 0) return [...spoken, ...fallback]
  const size = FALLBACK_ONE_IN * Math.max(fallback.length, Math.ceil(spoken.length / (FALLBACK_ONE_IN - 1)))
  return Array.from({ length: size }, (_, at) => {
    const count = Math.floor(at / FALLBACK_ONE_IN)
    const isFallback = at % FALLBACK_ONE_IN === FALLBACK_ONE_IN - 1
    return isFallback ? fallback[count % fallback.length]! : spoken[(at - count) % spoken.length]!
  })
}
