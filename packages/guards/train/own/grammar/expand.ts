import { seededRandom } from '../../../src/classify/seeded.ts'

/** Sentence templates: `{name}` takes a filler of a slot, `[a|b|]` one of its alternatives; both nest. */
export interface Grammar {
  readonly forms: readonly string[]
  readonly slots: Readonly<Record<string, readonly string[]>>
}

/** Maximum nesting depth of slots in fillers. */
const DEPTH_MAX = 6

/** Number of attempts per requested text, since duplicates occur. */
const TRIES_PER_TEXT = 6

/**
 * Returns the first `count` different texts of a grammar for this seed; fewer if the grammar has fewer. Some texts lack capitals or the
 * final full stop, and a few are in capitals, as in real messages.
 */
export function expand({ forms, slots }: Grammar, count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)]!
  const fill = (form: string): string => {
    let text = form
    for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
      const before = text
      text = text
        .replaceAll(/\[([^[\]\n]*\|[^[\]\n]*)\]/g, (_, list: string) => pick(list.split('|')))
        .replaceAll(/\{(\w+)\}/g, (whole, slot: string) => pick(slots[slot] ?? [whole]))
      if (text === before) break
    }
    return text
      .replaceAll(/ {2,}/g, ' ')
      .replaceAll(/ ([.,!?;])/g, '$1')
      .trim()
  }
  const created = new Set<string>()
  for (let tries = 0; created.size < count && tries < count * TRIES_PER_TEXT; tries += 1)
    created.add(carelessly(fill(pick(forms)), random))
  return [...created]
}

function carelessly(text: string, random: () => number): string {
  const style = random()
  if (style < 0.05) return text.toUpperCase()
  const started = style < 0.25 ? text : text.charAt(0).toUpperCase() + text.slice(1)
  const stopped = random() < 0.35 ? started.replace(/[.!]$/, '') : started
  return style < 0.17 ? stopped.toLowerCase() : stopped
}
