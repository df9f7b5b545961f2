import type { PiiEntity, PiiGroup } from '../entity.ts'
import { mask } from './mask.ts'

/** Specification of one identifier. */
interface IdentifierSpec {
  /** The wire name: ISO 3166 code of the country, then the usual short name. */
  readonly name: string
  /** Further names, with spaces between. */
  readonly aliases?: string
  readonly title: string
  /** Publication of the structure and the checksum. */
  readonly source: string
  readonly group?: PiiGroup
  /** Context words and phrases of up to three words, in the local languages, separated by commas. */
  readonly words: string
  /** Words for another reading, separated by commas. */
  readonly counter?: string
  readonly boost?: number
  readonly immune?: boolean
  readonly decoded?: boolean
  /** Pictures of {@link mask} with the score before context: below 0.5 a word near has to bear it out. */
  readonly forms: Readonly<Record<string, number>>
  /** The published rule, on capitals and digits without separators. Absent where only the context decides. */
  readonly valid?: (compact: string) => boolean
  /** Texts with one valid identifier, in braces. */
  readonly finds: readonly string[]
  /** Similar texts without a finding. */
  readonly ignores: readonly string[]
}

/** An entity that is a number or code of fixed form. */
export interface Identifier extends PiiEntity {
  readonly source: string
  readonly pictures: readonly string[]
  readonly valid: ((compact: string) => boolean) | undefined
}

/** Codes are issued in capitals; in small letters they are more often something else. */
const SMALL_LETTERS_PENALTY = 0.15

/** Turns the short form of a specification into an entity that the detector runs. */
export function identifier(spec: IdentifierSpec): Identifier {
  const { forms, valid, words, counter, aliases } = spec
  return {
    name: spec.name,
    aliases: aliases === undefined ? [] : aliases.split(' '),
    title: spec.title,
    source: spec.source,
    group: spec.group ?? 'government',
    context: terms(words),
    ...(counter === undefined ? {} : { counter: terms(counter) }),
    ...(spec.boost === undefined ? {} : { boost: spec.boost }),
    ...(spec.immune === undefined ? {} : { immune: spec.immune }),
    decoded: spec.decoded ?? true,
    pictures: Object.keys(forms),
    valid,
    shapes: Object.entries(forms).map(([picture, score]) => ({
      ...mask(picture),
      judge: (compact, match) => {
        if (valid !== undefined && !valid(compact)) return 0
        return match === match.toUpperCase() ? score : Math.max(0.01, score - SMALL_LETTERS_PENALTY)
      },
    })),
    examples: { finds: spec.finds.map(unbrace), ignores: spec.ignores },
  }
}

function terms(list: string): string[] {
  return list.split(',').map((term) => term.trim().toLowerCase())
}

function unbrace(marked: string): readonly [text: string, value: string] {
  const value = /\{(.*)\}/s.exec(marked)?.[1] ?? ''
  return [marked.replace(`{${value}}`, value), value]
}
