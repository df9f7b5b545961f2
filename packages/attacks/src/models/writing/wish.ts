import type { Attack } from '../../engine/attack.ts'
import type { Category, Need, Plant, Seed } from '../../engine/category.ts'
import { type Grammar, writeText } from '../../engine/grammar.ts'
import { makeAttack, type RunTokens } from '../../engine/make-attack.ts'
import { halvesOf } from '../../engine/marker.ts'
import type { Random } from '../../engine/random.ts'
import { defineStrategy, type Strategy } from '../../engine/strategy.ts'
import { findWord } from '../../judges/sight/find-word.ts'
import type { WritingMethod } from '../run-models.ts'

/** Something that attacks of a category want, in our words: a model finds other ways of asking for it. */
export interface Objective {
  readonly category: Category
  readonly seed: Seed
  /** Text with placeholders, e.g. `{left}`. */
  readonly text: string
  /** Placeholders in the text: success detection depends on their values, so that every variant must contain them. */
  readonly places: readonly string[]
  /** Undefined: sent to the target directly. Else the text is planted, and `turns` are the user's messages meanwhile. */
  readonly planted: { readonly as: Plant['as']; readonly turns: readonly string[] } | undefined
}

const PLACE = /\{(marker|left|right|sink|canary)\}/g
const FOREIGN_PLACE = /\{([a-z][a-z0-9_]*)\}/g
/** Maximum length of a model-written message: more is padding. */
export const MESSAGE_UNITS_MAX = 6_000

/** Returns the objectives of a category that fit into one text, sent or planted; shuffled for each round. */
export function objectivesOf(category: Category, can: ReadonlySet<Need>, random: Random): readonly Objective[] {
  const usable = category.seeds.filter(({ needs = [], plants = [], before = [] }) => {
    return plants.length <= 1 && before.length === 0 && needs.every((need) => can.has(need))
  })
  return random.shuffled(usable).map((seed) => {
    const numbers = random.fork(seed.id)
    const turns = seed.turns.map((grammar) => writeText(grammar, numbers))
    const [plant] = seed.plants ?? []
    const text = plant === undefined ? turns.join('\n\n') : writeText(plant.text, numbers)
    const planted = plant === undefined ? undefined : { as: plant.as, turns }
    return { category, seed, text, places: placeholdersIn(text), planted }
  })
}

/** Returns the placeholders of an objective in a text. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name]) => name!))]
}

export interface Written {
  readonly attack: Attack
  readonly again: (time: string) => Attack
}

/**
 * Creates an attack from model-written text, judged like all attacks of its category.
 * @param texts with the placeholders of the objective: the messages, or the one planted text
 * @returns undefined when a text contains the success word itself: a repetition would count as compliance
 */
export function attackOf(
  wish: Objective,
  texts: readonly string[],
  method: WritingMethod,
  words: RunTokens,
  random: Random,
): Written | undefined {
  const { category, places } = wish
  const seed = seedOf(
    wish,
    texts.map((text) => withoutUnknownPlaceholders(text, places)),
  )
  const make = (time?: string): Attack => {
    const recipe = { category, seed, strategies: [AS_STRATEGY[method]], random: random.fork('attack'), words }
    return { ...makeAttack(time === undefined ? recipe : { ...recipe, time }), isWritten: true }
  }
  const attack = make()
  const all = [...attack.turns, ...attack.plants.map(({ body }) => body)]
  const isSaid = !places.includes('marker') && all.some((text) => findWord(text, attack.marker) !== undefined)
  return isSaid ? undefined : { attack, again: make }
}

/** Returns the seed of the objective with replaced texts. */
function seedOf({ seed, planted }: Objective, texts: readonly string[]): Seed {
  const fixed = (text: string): Grammar => ({ texts: [text], words: {} })
  if (planted === undefined) return { ...seed, turns: texts.map(fixed) }
  const plants = (seed.plants ?? []).map((plant) => ({ ...plant, text: fixed(texts[0]!) }))
  return { ...seed, turns: planted.turns.map(fixed), plants }
}

/** Replaces the placeholders of a text by the words of an attack. */
export function filledIn(text: string, { marker, sinkUrl }: Attack): string {
  const [left, right] = halvesOf(marker)
  const known: Readonly<Record<string, string | undefined>> = { marker, left, right, sink: sinkUrl }
  return text.replaceAll(PLACE, (place, name: string) => known[name] ?? place)
}

/** Replaces the words of an attack in a sent text by placeholders, for display to a model. */
export function unfilled(text: string, { marker, sinkUrl, canaries }: Attack): string {
  const [left, right] = halvesOf(marker)
  const open = text.replaceAll(marker, '{marker}').replaceAll(left, '{left}').replaceAll(right, '{right}')
  const hidden = canaries.reduce((rest, canary) => rest.replaceAll(canary, '{canary}'), open)
  return sinkUrl === undefined ? hidden : hidden.replaceAll(sinkUrl, '{sink}')
}

/** Unknown braces must not look like placeholders. */
function withoutUnknownPlaceholders(text: string, places: readonly string[]): string {
  return text.replaceAll(FOREIGN_PLACE, (place, name: string) => (places.includes(name) ? place : `{ ${name} }`))
}

const identity = (method: WritingMethod, title: string, description: string, aliases: readonly string[]) =>
  defineStrategy({
    name: method,
    group: 'search',
    title,
    description,
    isDefault: false,
    aliases,
    isOuter: false,
    steps: 1,
    apply: (approach) => approach,
  })

/** The ways in which models write, as reports call them. */
export const AS_STRATEGY = {
  observed: identity(
    'observed',
    'Written from what was seen',
    'A model reads how the target has answered all attacks of the category so far, and writes others.',
    ['jailbreak:meta', 'adaptive'],
  ),
  pair: identity(
    'pair',
    'Refined one by one (PAIR)',
    'A model writes an attack, sees the answer, and improves the attack; as Chao and others describe it, 2023.',
    ['jailbreak:iterative', 'iterative', 'linear_jailbreaking', 'prompt_automatic_iterative_refinement'],
  ),
  tap: identity(
    'tap',
    'Tree of attacks with pruning (TAP)',
    'A model writes several variants of the best attacks, those that lost the wish are cut, and the best are varied again; as Mehrotra and others describe it, 2023.',
    ['jailbreak:tree', 'tree_of_attacks', 'tree_jailbreaking', 'tree_of_attacks_with_pruning'],
  ),
  goat: identity(
    'goat',
    'Conversation with a choice of techniques (GOAT)',
    'A model leads a conversation and chooses after each answer which technique the next message uses; as Pavlova and others describe it, 2024.',
    ['generative_offensive_agent_tester'],
  ),
} as const satisfies Record<WritingMethod, ReturnType<typeof defineStrategy>>

/** As lists have them. */
export const WRITTEN_STRATEGIES: readonly Strategy[] = Object.values(AS_STRATEGY)
