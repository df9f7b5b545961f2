import type { AttackRecord } from '@gatehouse/contracts/reports'
import type { Attack, Message } from '../../engine/attack.ts'
import { type Category, oraclesOf, type Seed } from '../../engine/category.ts'
import { writeText } from '../../engine/grammar.ts'
import type { RunTokens } from '../../engine/make-attack.ts'
import { halvesOf, markerOf } from '../../engine/marker.ts'
import type { Oracle } from '../../engine/oracle.ts'
import type { Random } from '../../engine/random.ts'

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool'])
/** Marker of cut texts in reports. */
const CUT = '… [cut]'
const MASKED = '***'

/**
 * Restores an attack and its oracles from its record: for attacks without a seed, such as model-written ones.
 * @param words values of the run that created it
 * @returns undefined when the record is incomplete: it was cut or masked, or its plants are missing
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
  words: RunTokens,
  random: Random,
): Attack | undefined {
  const seed = category.seeds.find((item) => item.idea === description && item.language === language)
  if (seed === undefined || (seed.plants ?? []).length > 0) return undefined
  const said = [...turns, ...(before ?? []), ...history.map(({ content }) => content)]
  if (said.some((text) => text.endsWith(CUT) || text.includes(MASKED))) return undefined
  const sinkUrl = words.sinkUrl === undefined ? undefined : `${words.sinkUrl}/${markerOf(words.runKey, `${id}/path`)}`
  // The sink addresses changed, so that requests would not be detected.
  if (needsSink(category, seed) && !said.some((text) => sinkUrl !== undefined && text.includes(sinkUrl)))
    return undefined
  const oracles = oraclesOf(category, seed)
  const marker = markerOf(words.runKey, `${id}/marker`)
  // The text contains words of another run: compliance would not be detected and would count as a defense.
  if (oracles.some(wantsMarker) && !asksFor(marker, said) && !isWithoutMarker(seed, said)) return undefined
  return {
    id,
    category: category.name,
    strategy,
    severity,
    description,
    language,
    turns,
    ...(before === undefined ? {} : { before }),
    history: history.filter((item): item is Message => ROLES.has(item.role)),
    plants: [],
    needs: [...new Set([...category.needs, ...(seed.needs ?? [])])],
    oracles,
    marker,
    canaries: before === undefined ? [] : [markerOf(words.runKey, `${id}/canary`)],
    sinkUrl,
    benign: writeText(seed.benign ?? category.benign, random),
  }
}

function wantsMarker(oracle: Oracle): boolean {
  return (
    oracle.kind === 'marker' ||
    (oracle.kind === 'tool_call' && oracle.forbidden.some(({ holds }) => holds === 'marker'))
  )
}

const PLACE = /\{([a-z][a-z0-9_]*)\}/g

/** Returns whether the attack uses a text of its seed that contains no marker: a plain request. */
function isWithoutMarker({ turns }: Seed, said: readonly string[]): boolean {
  const sent = said.join('\n')
  return turns.every(({ texts, words }) => {
    const seen = new Set<string>()
    const namesMarker = (text: string): boolean =>
      [...text.matchAll(PLACE)].some(([, name = '']) => {
        if (name === 'marker' || name === 'left') return true
        if (seen.has(name)) return false
        seen.add(name)
        return Object.hasOwn(words, name) && words[name]!.some(namesMarker)
      })
    return texts.some((text) => {
      seen.clear()
      return !namesMarker(text) && hasPartsOf(text, sent)
    })
  })
}

/** Returns whether the parts of a text between its placeholders occur in this order. */
function hasPartsOf(text: string, sent: string): boolean {
  let from = 0
  return text.split(/\{[a-z][a-z0-9_]*\}/).every((part) => {
    const at = sent.indexOf(part, from)
    from = at + part.length
    return at >= 0
  })
}

/** Returns whether the marker is requested in plain text: encoded text is recreated from its seed, or not at all. */
function asksFor(marker: string, said: readonly string[]): boolean {
  const text = said.join('\n')
  return text.includes(marker) || halvesOf(marker).every((half) => text.includes(half))
}

function needsSink({ needs }: Category, seed: Seed): boolean {
  return [...needs, ...(seed.needs ?? [])].includes('sink')
}
