import { hash } from 'node:crypto'
import type { Attack, ServedPlant } from './attack.ts'
import { type Category, oraclesOf, type Seed } from './category.ts'
import { fillIn, writeText } from './grammar.ts'
import { halvesOf, markerOf } from './marker.ts'
import { createRandom, type Random } from './random.ts'
import type { Approach, Strategy } from './strategy.ts'

/** 24 hex digits of a SHA-256 digest are more than enough to tell the attacks of all runs apart. */
const ID_CHARS = 24
/** Strategy of an attack in plain words. */
export const BASE_STRATEGY = 'base'

/** Values that the attacks of one run share. */
export interface RunTokens {
  /** Secret of the run, from its seed. */
  readonly runKey: string
  /** Base URL at which the target reaches the run's server, without a trailing slash; undefined when it cannot. */
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
  readonly words: RunTokens
  /** Repetition of the attack; each has its own words and addresses, and the same id. */
  readonly time?: string
}

/** Attack whose text is fixed and whose placeholders are not yet replaced. */
export interface DraftedAttack {
  readonly id: string
  /** Messages before the replacement of placeholders and without strategies. */
  readonly texts: readonly string[]
  /** Call it once. @throws {RangeError} for a placeholder without a value, e.g. `{sink}` without a sink */
  readonly fillIn: () => Attack
}

/** @throws as {@link DraftedAttack} does */
export function makeAttack(recipe: AttackRecipe): Attack {
  return draftAttack(recipe).fillIn()
}

/**
 * Drafts one attack from its recipe alone. Its id derives from the text before the replacement of placeholders, so that two runs with
 * different seeds assign the same id to the same attack.
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
  return { id, texts, fillIn: () => filled({ id, texts, written, before, strategy }, recipe) }
}

/** Text of an attack with placeholders. */
interface Draft {
  readonly id: string
  readonly texts: readonly string[]
  readonly written: readonly Omit<ServedPlant, 'path'>[]
  readonly before: readonly string[]
  readonly strategy: string
}

function filled({ id, texts, written, before, strategy }: Draft, recipe: AttackRecipe): Attack {
  const { category, seed, strategies, words, time } = recipe
  // Derived from the id, since several tries of a seed with few texts have the same id: a replay must recreate the same attack.
  const random = createRandom(`${words.runKey}/${id}`)
  const whose = time === undefined ? id : `${id}/${time}`
  const marker = markerOf(words.runKey, `${whose}/marker`)
  const [left, right] = halvesOf(marker)
  // Most attacks plant nothing and have no sink: they need no more words.
  const isHeld = written.length + before.length > 0
  const canary = isHeld ? markerOf(words.runKey, `${whose}/canary`) : ''
  const path = isHeld || words.sinkUrl !== undefined ? markerOf(words.runKey, `${whose}/path`) : ''
  const sinkUrl = words.sinkUrl === undefined ? undefined : `${words.sinkUrl}/${path}`
  const known: Record<string, string> = { marker, left, right, ...(sinkUrl === undefined ? {} : { sink: sinkUrl }) }
  // Plants may contain the canary; messages may not.
  const plants = written.map((plant, at): ServedPlant => {
    return { ...plant, path: `${path}/${at}`, body: fillIn(plant.body, { ...known, canary }) }
  })
  const [first] = plants
  if (first !== undefined && words.contentUrl !== undefined) known['content'] = `${words.contentUrl}/${first.path}`
  const plain: Approach = { turns: texts.map((text) => fillIn(text, known)), history: [] }
  const { turns, history, retracts } = strategies.reduce<Approach>(
    (approach, one) => ({ ...approach, ...one.apply(approach, random.fork(`strategy/${one.name}`)) }),
    plain,
  )
  const carrier = strategies.find((item) => item.carrier !== undefined)?.carrier
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
    ...(retracts === undefined ? {} : { retracts }),
    ...(carrier === undefined ? {} : { carrier }),
    plants,
    needs: [...new Set([...category.needs, ...(seed.needs ?? [])])],
    oracles: oraclesOf(category, seed),
    marker,
    canaries: isHeld ? [canary] : [],
    sinkUrl,
    benign: fillIn(writeText(seed.benign ?? category.benign, random), known),
  }
}
