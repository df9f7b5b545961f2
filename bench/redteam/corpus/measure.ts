import type { Category, Seed } from '../../../packages/attacks/src/engine/category.ts'
import { countTexts, type Grammar, writeText } from '../../../packages/attacks/src/engine/grammar.ts'
import { createRandom, type Random } from '../../../packages/attacks/src/engine/random.ts'

export interface CorpusRow {
  readonly name: string
  readonly ideas: number
  /** Base sentences of all ideas. */
  readonly bases: number
  /** Base sentences without an earlier one that they resemble. */
  readonly distinct: number
  /** Ideas with a benign control on their own subject; the others use the one of the category. */
  readonly ownBenign: number
  readonly texts: number
}

/** From this share of common word sequences on, two texts are the same seed. */
export const OVERLAP_MAX = 0.5
/** Renderings of each base sentence: the greatest overlap of any two counts. */
const DRAWS = 4
const GRAM_WORDS = 3
/** Words; scripts without spaces have one word for each character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu
const WHOLE_SLOT = /^\{([a-z][a-z0-9_]*)\}$/

export function measureCorpus(categories: readonly (Partial<Category> & Pick<Category, 'name' | 'seeds'>)[]): {
  readonly rows: readonly CorpusRow[]
  readonly distinctOverall: number
} {
  const all: (readonly ReadonlySet<string>[])[] = []
  const rows = categories.map((category): CorpusRow => {
    const { name, seeds } = category
    const drawn = seeds.flatMap(drawBases)
    const distinct = distinctOf(drawn)
    all.push(...distinct.map((draws) => draws.slice(0, 1)))
    return {
      name,
      ideas: seeds.length,
      bases: drawn.length,
      distinct: distinct.length,
      ownBenign: seeds.filter(({ benign }) => benign !== undefined).length,
      texts: seeds.reduce((sum, seed) => sum + countOf(seed), 0),
    }
  })
  return { rows, distinctOverall: distinctOf(all).length }
}

/** Returns the share of common word sequences: 1 for the same text. */
export function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = left.intersection(right).size
  return common / (left.size + right.size - common || 1)
}

export function gramsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? []
  if (words.length < GRAM_WORDS) return new Set([words.join(' ')])
  return new Set(words.slice(GRAM_WORDS - 1).map((_, at) => words.slice(at, at + GRAM_WORDS).join(' ')))
}

type Draws = readonly ReadonlySet<string>[]

/** Keeps each entry that resembles none of the entries kept before. */
function distinctOf(entries: readonly Draws[]): readonly Draws[] {
  const kept: Draws[] = []
  for (const entry of entries) {
    const isNew = kept.every((other) =>
      entry.every((left) => other.every((right) => overlapOf(left, right) < OVERLAP_MAX)),
    )
    if (isNew) kept.push(entry)
  }
  return kept
}

/** Returns renderings of each base sentence of an idea. A planted text carries the attack; otherwise the last message does. */
function drawBases(seed: Seed): readonly Draws[] {
  const others = [...(seed.before ?? []), ...seed.turns]
  const plant = seed.plants?.[0]?.text
  const varied = plant ?? others.at(-1)!
  const rest = plant === undefined ? others.slice(0, -1) : others
  return basesOf(varied).map((text) => {
    const random = createRandom(`${seed.id}/${text}`)
    return Array.from({ length: DRAWS }, () => gramsOf(renderAll([...rest, { ...varied, texts: [text] }], random)))
  })
}

const renderAll = (grammars: readonly Grammar[], random: Random): string =>
  grammars.map((grammar) => writeText(grammar, random)).join('\n')

/** Returns the start texts; a start text of one placeholder means its alternatives. */
function basesOf({ texts, words }: Grammar): readonly string[] {
  return texts.flatMap((text) => {
    const name = WHOLE_SLOT.exec(text)?.[1] ?? ''
    return Object.hasOwn(words, name) ? words[name]! : [text]
  })
}

function countOf({ before = [], turns, plants = [] }: Seed): number {
  return [...before, ...turns, ...plants.map(({ text }) => text)].reduce((all, one) => all * countTexts(one), 1)
}
