import { hash } from 'node:crypto'
import type { Attack, ServedPlant } from './attack.ts'
import type { Category, Seed } from './category.ts'
import { fillIn, writeText } from './grammar.ts'
import { halvesOf, markerOf } from './marker.ts'
import type { Random } from './random.ts'
import type { Approach, Strategy } from './strategy.ts'

/** Half of SHA-256's digits are more than enough to tell the attacks of all runs apart. */
const ID_CHARS = 24
/** The strategy of an attack that says it plainly. */
export const BASE_STRATEGY = 'base'

/** What attacks of one run share. */
export interface RunWords {
  /** Secret of the run, from its seed. */
  readonly runKey: string
  /** Where the target can reach the run's own server, without a slash at the end; undefined where it cannot. */
  readonly sinkUrl: string | undefined
  readonly contentUrl: string | undefined
}

export interface AttackRecipe {
  readonly category: Category
  readonly seed: Seed
  /** First to last. */
  readonly strategies: readonly Strategy[]
  /** Of this attack alone, see {@link Random.fork}. */
  readonly random: Random
  readonly words: RunWords
  /** Which of several times it is made; each has words and addresses of its own, and the same id. */
  readonly time?: string
}

/** An attack of which is known what it says, and not yet with which words. */
export interface DraftedAttack {
  readonly id: string
  /** To be called once. @throws {RangeError} where a text has a place that nothing stands for, e.g. `{sink}` without a sink */
  readonly fillIn: () => Attack
}

/** @throws as {@link DraftedAttack} does */
export function makeAttack(recipe: AttackRecipe): Attack {
  return draftAttack(recipe).fillIn()
}

/**
 * One attack, from its recipe alone. Its id comes from what is said before the words of the run are filled in, so that two
 * runs with other seeds have the same id for the same attack.
 */
export function draftAttack(recipe: AttackRecipe): DraftedAttack {
  const { category, seed, strategies, random } = recipe
  const texts = seed.turns.map((grammar) => writeText(grammar, random))
  const written = (seed.plants ?? []).map(({ as, mediaType, text }) => ({
    as,
    mediaType,
    body: writeText(text, random),
  }))
  const before = (seed.before ?? []).map((grammar) => writeText(grammar, random))
  const strategy = strategies.length === 0 ? BASE_STRATEGY : strategies.map(({ name }) => name).join('+')
  const said = JSON.stringify([category.name, seed.id, texts, written.map(({ body }) => body), strategy, ...before])
  const id = hash('sha256', said, 'hex').slice(0, ID_CHARS)
  return { id, fillIn: () => filled({ id, texts, written, before, strategy }, recipe) }
}

/** What an attack says, with open places. */
interface Draft {
  readonly id: string
  readonly texts: readonly string[]
  readonly written: readonly Omit<ServedPlant, 'path'>[]
  readonly before: readonly string[]
  readonly strategy: string
}

function filled({ id, texts, written, before, strategy }: Draft, recipe: AttackRecipe): Attack {
  const { category, seed, strategies, random, words, time } = recipe
  const whose = time === undefined ? id : `${id}/${time}`
  const marker = markerOf(words.runKey, `${whose}/marker`)
  const [left, right] = halvesOf(marker)
  // Most attacks plant nothing and have no sink: they need no more words.
  const isHeld = written.length + before.length > 0
  const canary = isHeld ? markerOf(words.runKey, `${whose}/canary`) : ''
  const path = isHeld || words.sinkUrl !== undefined ? markerOf(words.runKey, `${whose}/path`) : ''
  const sinkUrl = words.sinkUrl === undefined ? undefined : `${words.sinkUrl}/${path}`
  const known: Record<string, string> = { marker, left, right, ...(sinkUrl === undefined ? {} : { sink: sinkUrl }) }
  // What is planted may hold the canary; what is sent may not.
  const plants = written.map((plant, at): ServedPlant => {
    return { ...plant, path: `${path}/${at}`, body: fillIn(plant.body, { ...known, canary }) }
  })
  const [first] = plants
  if (first !== undefined && words.contentUrl !== undefined) known['content'] = `${words.contentUrl}/${first.path}`
  const plain: Approach = { turns: texts.map((text) => fillIn(text, known)), history: [] }
  const { turns, history } = strategies.reduce<Approach>(
    (approach, one) => one.apply(approach, random.fork(`strategy/${one.name}`)),
    plain,
  )
  return {
    id,
    category: category.name,
    strategy,
    severity: category.severity,
    description: seed.idea,
    language: seed.language,
    turns,
    ...(before.length === 0 ? {} : { before: before.map((text) => fillIn(text, { ...known, canary })) }),
    history,
    plants,
    needs: [...new Set([...category.needs, ...(seed.needs ?? [])])],
    oracles: seed.oracles ?? category.oracles,
    marker,
    canaries: isHeld ? [canary] : [],
    sinkUrl,
    benign: fillIn(writeText(category.benign, random), known),
  }
}
