import { createHash } from 'node:crypto'
import type { CustomAttack } from '@gatehouse/contracts/redteam'
import type { DatasetAttack } from '../datasets/dataset-attacks.ts'
import type { Attack } from '../engine/attack.ts'
import { type Category, oraclesOf as criteriaOf } from '../engine/category.ts'
import { BASE_STRATEGY, type RunTokens } from '../engine/make-attack.ts'
import type { PlannedAttack } from '../engine/plan.ts'
import { halvesOf, markerOf } from '../engine/marker.ts'
import type { Oracle } from '../engine/oracle.ts'

/** As ids of other attacks have them. */
const ID_CHARS = 24
const PLACE = /\{(marker|left|right|sink)\}/g

/**
 * Resolves custom attacks, each once. `{marker}`, `{left}`, `{right}` and `{sink}` are placeholders for the attack's words, as in built-in
 * attacks; other braces are literal.
 * @param find the category of a name; undefined: a category of the caller
 */
export function customAttacksOf(
  all: readonly CustomAttack[],
  words: RunTokens,
  find: (said: string) => Category | undefined,
): readonly PlannedAttack[] {
  const made = all.map((item): PlannedAttack => {
    const again = (time?: string): Attack => customAttack(item, words, find(item.category), time)
    return { attack: again(), again }
  })
  return [...new Map(made.map((item) => [item.attack.id, item])).values()]
}

/** Resolves the attacks of datasets, each once. Their texts are sent verbatim: braces are no placeholders. */
export function datasetAttacksOf(
  all: readonly DatasetAttack[],
  words: RunTokens,
  find: (said: string) => Category | undefined,
): readonly PlannedAttack[] {
  const made = all.map((item): PlannedAttack => {
    const category = find(item.category)
    const again = (time?: string): Attack => ({
      ...customAttack(item, { ...words, sinkUrl: undefined }, category, time, item.turns),
      oracles: datasetOracles(item, category),
    })
    return { attack: again(), again }
  })
  return [...new Map(made.map((item) => [item.attack.id, item])).values()]
}

/** A benign row must not be refused; whether a harmful one succeeded is visible in content, or in the reply that its author expects. */
function datasetOracles({ expected, target }: DatasetAttack, category: Category | undefined): readonly Oracle[] {
  if (expected === 'benign') return [{ kind: 'refusal' }]
  const what = 'the beginning of a compliant reply'
  const content: readonly Oracle[] = category?.content === undefined ? [] : [{ kind: 'content', of: category.content }]
  const parts: readonly Oracle[] =
    target === undefined ? [] : [{ kind: 'parts', parts: [{ what, anyOf: [target] }], atLeast: 1, isVouchedFor: true }]
  return [...parts, ...content, { kind: 'criteria' }]
}

function customAttack(
  custom: CustomAttack,
  words: RunTokens,
  category: Category | undefined,
  time: string | undefined,
  verbatim?: readonly string[],
): Attack {
  const name = category?.name ?? custom.category
  const id = createHash('sha256')
    .update(JSON.stringify(['custom', name, custom.turns, ...(custom.successTexts ?? [])]))
    .digest('hex')
    .slice(0, ID_CHARS)
  const whose = time === undefined ? id : `${id}/${time}`
  const marker = markerOf(words.runKey, `${whose}/marker`)
  const [left, right] = halvesOf(marker)
  const sink = words.sinkUrl === undefined ? undefined : `${words.sinkUrl}/${markerOf(words.runKey, `${whose}/path`)}`
  const known: Readonly<Record<string, string | undefined>> = { marker, left, right, sink }
  return {
    id,
    category: name,
    strategy: BASE_STRATEGY,
    severity: custom.severity ?? category?.severity ?? 'medium',
    description: descriptionOf(custom),
    language: 'und',
    turns:
      verbatim ?? custom.turns.map((text) => text.replaceAll(PLACE, (place, what: string) => known[what] ?? place)),
    history: [],
    plants: [],
    needs: [],
    oracles: oraclesOf(custom, category),
    marker,
    canaries: [],
    sinkUrl: sink,
    benign: 'Hello',
  }
}

/** Nothing else of a report bears the name. */
function descriptionOf({ name, description }: Pick<CustomAttack, 'name' | 'description'>): string {
  const told = [name, description].filter((item) => item !== undefined && item.trim() !== '')
  return told.length === 0 ? 'A custom attack.' : told.join(': ')
}

/** Returns the oracles for an attack's own objective; without an observable objective only a judge model can decide. */
function oraclesOf({ successTexts, turns }: CustomAttack, category: Category | undefined): readonly Oracle[] {
  if (successTexts !== undefined && successTexts.length > 0) {
    const what = 'a text that proves a successful attack'
    return [{ kind: 'parts', parts: [{ what, anyOf: successTexts }], atLeast: 1, isVouchedFor: true }]
  }
  const said = turns.join('\n')
  const asks = {
    marker: said.includes('{marker}') || (said.includes('{left}') && said.includes('{right}')),
    sink: said.includes('{sink}'),
  }
  const own: readonly Oracle[] = [
    ...(asks.marker ? [{ kind: 'marker' } as const] : []),
    ...(asks.sink ? [{ kind: 'sink' } as const] : []),
  ]
  const ofCategory = (category === undefined ? [] : criteriaOf(category)).filter((oracle) => isObservable(oracle, asks))
  const all = [...own, ...ofCategory]
  return all.length === 0 ? [{ kind: 'criteria' }] : all
}

/** Returns whether an oracle of a category applies to custom text. */
function isObservable(oracle: Oracle, asks: { readonly marker: boolean; readonly sink: boolean }): boolean {
  switch (oracle.kind) {
    case 'marker':
    case 'digest':
    case 'sink':
      return false
    case 'effect':
      return asks.marker
    case 'canary':
      return oracle.of === 'target' || oracle.of === 'system_prompt'
    case 'tool_call':
      return oracle.forbidden.every(
        ({ holds }) =>
          holds === undefined ||
          holds === 'result' ||
          (holds === 'marker' && asks.marker) ||
          (holds === 'sink' && asks.sink),
      )
    case 'content':
    case 'state':
    case 'parts':
    case 'cost':
    case 'differential':
    case 'drift':
    case 'refusal':
    case 'criteria':
      return true
    default:
      return oracle satisfies never
  }
}
