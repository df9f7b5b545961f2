import type { AttackRecord } from '@gatehouse/contracts'
import type { Attack, Message } from '../../engine/attack.ts'
import type { Category, Seed } from '../../engine/category.ts'
import { writeText } from '../../engine/grammar.ts'
import type { RunWords } from '../../engine/make-attack.ts'
import { halvesOf, markerOf } from '../../engine/marker.ts'
import type { Oracle } from '../../engine/oracle.ts'
import type { Random } from '../../engine/random.ts'

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool'])
/** So reports mark what they have cut. */
const CUT = '… [cut]'
const MASKED = '***'

/**
 * An attack as its record has it, with what it is judged by: for attacks that no seed makes again, such as those that a model
 * wrote.
 * @param words  of the run that has made it
 * @returns undefined where the record does not hold all of it: it was cut or masked, or pages were planted for it
 */
export function recallAttack(
  {
    id,
    category: _name,
    severity,
    strategy,
    description,
    language,
    turns,
    history = [],
    before,
  }: AttackRecord['attack'],
  category: Category,
  words: RunWords,
  random: Random,
): Attack | undefined {
  const seed = category.seeds.find((one) => one.idea === description && one.language === language)
  if (seed === undefined || (seed.plants ?? []).length > 0) return undefined
  const said = [...turns, ...(before ?? []), ...history.map(({ content }) => content)]
  if (said.some((text) => text.endsWith(CUT) || text.includes(MASKED))) return undefined
  const sinkUrl = words.sinkUrl === undefined ? undefined : `${words.sinkUrl}/${markerOf(words.runKey, `${id}/path`)}`
  // Its addresses are others by now, so that nobody would see that they were asked for.
  if (needsSink(category, seed) && !said.some((text) => sinkUrl !== undefined && text.includes(sinkUrl)))
    return undefined
  const oracles = seed.oracles ?? category.oracles
  const marker = markerOf(words.runKey, `${id}/marker`)
  // Words of another run are in it: whoever obeyed would not be seen, and would pass for one who does not.
  if (oracles.some(wantsMarker) && !asksFor(marker, said)) return undefined
  return {
    id,
    category: category.name,
    strategy,
    severity,
    description,
    language,
    turns,
    ...(before === undefined ? {} : { before }),
    history: history.filter((one): one is Message => ROLES.has(one.role)),
    plants: [],
    needs: [...new Set([...category.needs, ...(seed.needs ?? [])])],
    oracles,
    marker,
    canaries: before === undefined ? [] : [markerOf(words.runKey, `${id}/canary`)],
    sinkUrl,
    benign: writeText(category.benign, random),
  }
}

function wantsMarker(oracle: Oracle): boolean {
  return (
    oracle.kind === 'marker' ||
    (oracle.kind === 'tool_call' && oracle.forbidden.some(({ holds }) => holds === 'marker'))
  )
}

/** In words that everybody reads: what is said in a code is made again from its seed, or not at all. */
function asksFor(marker: string, said: readonly string[]): boolean {
  const text = said.join('\n')
  return text.includes(marker) || halvesOf(marker).every((half) => text.includes(half))
}

function needsSink({ needs }: Category, seed: Seed): boolean {
  return [...needs, ...(seed.needs ?? [])].includes('sink')
}
