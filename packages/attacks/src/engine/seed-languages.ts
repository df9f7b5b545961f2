import type { Seed } from './category.ts'

/** Language that nearly all models understand: seeds without a text in the languages of a run are sent in it. */
export const FALLBACK_LANGUAGE = 'en'
/** One in this many seeds is in English when the run has another language: most ideas exist in English only. */
const FALLBACK_ONE_IN = 3
/** One in this many seeds is general when there are seeds in the words of the target. Own limit. */
const SUBJECT_ONE_IN = 2

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
  const ofSubject = seeds.filter(({ isOfSubject }) => isOfSubject)
  if (ofSubject.length > 0) {
    const { own, others } = seedsByLanguage(
      seeds.filter((seed) => !ofSubject.includes(seed)),
      languages,
    )
    return { own: mixed(ofSubject, own, SUBJECT_ONE_IN), others }
  }
  if (languages === undefined) return { own: seeds, others: [] }
  const spoken = seeds.filter(({ language }) => languages.includes(language))
  const fallback = seeds.filter(({ language }) => language === FALLBACK_LANGUAGE && !languages.includes(language))
  const others = seeds.filter((seed) => !spoken.includes(seed) && !fallback.includes(seed))
  if (spoken.length === 0 && fallback.length === 0) return { own: others, others: [] }
  return { own: mixed(spoken, fallback, FALLBACK_ONE_IN), others }
}

/** Repeats both lists until each is complete; one in `oneIn` is of the second. */
function mixed(first: readonly Seed[], second: readonly Seed[], oneIn: number): readonly Seed[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  const size = oneIn * Math.max(second.length, Math.ceil(first.length / (oneIn - 1)))
  return Array.from({ length: size }, (_, at) => {
    const count = Math.floor(at / oneIn)
    return at % oneIn === oneIn - 1 ? second[count % second.length]! : first[(at - count) % first.length]!
  })
}
