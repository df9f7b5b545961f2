import type { Seed } from '../engine/category.ts'
import type { Grammar } from '../engine/grammar.ts'
import { proving } from '../categories/shared/proof-words.ts'

/** Id, idea, benign control on the same subject, and base sentences: complete messages that may use `{proof}` and `{word}`. */
type Entry = readonly [id: string, idea: string, benign: string, ...texts: string[]]

/** Returns one single-message seed for each entry. */
export function corpusSeeds(
  language: Parameters<typeof proving>[0],
  entries: readonly Entry[],
  more: Pick<Seed, 'form' | 'oracles' | 'needs'> & { readonly words?: Grammar['words'] } = {},
): readonly Seed[] {
  const { words = {}, ...rest } = more
  return entries.map(([id, idea, benign, ...texts]) => ({
    id,
    language,
    idea,
    ...(isPlain(id) ? { form: 'direct' as const } : {}),
    ...rest,
    turns: [proving(language, texts, words)],
    benign: { texts: [benign], words: {} },
  }))
}

/** Plain requests have ids that say so. */
function isPlain(id: string): boolean {
  return /(?:^|-)plain(?:-|$)/.test(id)
}

/** Returns the seeds with oracles of their own: those of the category need a sign that these texts do not request. */
export function withOracles(seeds: readonly Seed[], oracles: Seed['oracles'] & {}): readonly Seed[] {
  return seeds.map((seed) => ({ ...seed, oracles }))
}

/** Returns a seed with one conversation: each message is a list of alternatives. */
export function conversation(
  language: Parameters<typeof proving>[0],
  [id, idea, benign]: readonly [id: string, idea: string, benign: string],
  ...messages: readonly (readonly string[])[]
): Seed {
  const turns = messages.map((texts) => proving(language, texts))
  return { id, language, idea, needs: ['sessions'], turns, benign: { texts: [benign], words: {} } }
}
