import { type Grammar, expand } from './expand.ts'
import { EASTERN } from './languages-east.ts'
import { type Tongue, WESTERN } from './languages-west.ts'

const TONGUES: readonly Tongue[] = [...Object.values(WESTERN), ...Object.values(EASTERN)]

/** One to three consecutive sentences of the same language, in natural style. */
const FORMS: readonly string[] = [
  '{say}.',
  '{say}.',
  '{say}',
  '{say}!',
  '{say}. {say}.',
  '{say}, {say}',
  '{say}.\n{say}. {say}.',
  '{say}，{say}',
]

/** Many write without the marks of their language, in a hurry or for want of keys. */
const unmarked = (text: string, index: number): string =>
  index % 5 === 0 ? text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC') : text

const grammarOf = (say: readonly string[]): Grammar => ({ forms: FORMS, slots: { say } })

/** Attacks in each language, `each` at most. */
export function attacksAbroad(each: number, seed: number): string[] {
  return TONGUES.flatMap(({ attacks }, index) => expand(grammarOf(attacks), each, seed + index).map(unmarked))
}

/** Harmless texts in the same languages and with the same words. */
export function plainAbroad(each: number, seed: number): string[] {
  return TONGUES.flatMap(({ plain }, index) => expand(grammarOf(plain), each, seed + index).map(unmarked))
}

/** Returns texts of one to three sentences in each language of a table, `each` at most. */
export function textsInLanguages(
  tables: Readonly<Record<string, readonly string[]>>,
  each: number,
  seed: number,
): string[] {
  return Object.values(tables).flatMap((say, index) => expand(grammarOf(say), each, seed + index).map(unmarked))
}

/** Returns attacks with a harmless start in the same language. */
export function mixedAbroad(each: number, seed: number): string[] {
  const forms = ['{plain}. {say}.', '{plain}?\n{say}', '{say}. {plain}.', '{plain}. {say}, {say}.']
  return TONGUES.flatMap(({ attacks, plain }, index) =>
    expand({ forms, slots: { say: attacks, plain } }, each, seed + index).map(unmarked),
  )
}
