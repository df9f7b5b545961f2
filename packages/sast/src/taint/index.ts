import type { Source } from '../match/source.ts'
import { wordsOf } from '../match/words.ts'
import type { FileFacts } from './facts.ts'
import { factsOf } from './flow/facts-of.ts'
import { canLower, lower } from './lower/lower.ts'
import { marksOf } from './marking/marks-of.ts'
import type { PreparedTaint } from './rules/prepare.ts'
import type { TaintRule } from './rules/taint-rule.ts'

export { link, type Linked, type TaintFinding } from './link/link.ts'
export { withNumbers, withPlaces } from './moved-links.ts'
export type { ProjectFile } from './link/projects.ts'
export type { TraceStep } from './link/trace.ts'
export type { FileFacts } from './facts.ts'
export { familyOf } from './link/program.ts'
export { type FactsHead, headOf, packFacts } from './packed-facts.ts'
export { placesIn, unpackFacts } from './unpack-facts.ts'
export { Positions } from './positions.ts'
export { type PreparedTaint, prepareTaint, type TaintPack } from './rules/prepare.ts'
export type { TaintRule } from './rules/taint-rule.ts'
export { judgedSinks } from './settled.ts'
export { canLower } from './lower/lower.ts'

/** What one file says of the flow of values. */
export interface TaintOfFile {
  /** Plain data: it goes through JSON unchanged. */
  readonly facts: FileFacts
  /** Rules that took too much to find their sources and sinks, and why: they say nothing of the file. */
  readonly spent: readonly { readonly rule: TaintRule; readonly reason: string }[]
}

/**
 * Finds out what the functions of one file do with values, without a look at any other. Files of a language that no rule is for
 * have to be given too where rules of another language of the same family are: what goes through them counts.
 * @param rules    those for its language and its path
 * @param path     relative to the root of the tree, with `/`
 * @returns undefined where the flow of values is not followed in its language
 */
export function taintOf(source: Source, path: string, rules: readonly PreparedTaint[]): TaintOfFile | undefined {
  if (!canLower(source.vocabulary.language.name)) return undefined
  const { marks, spent } = marksOf(source, rules, wordsOf(source.tree.text))
  return { facts: factsOf(lower(source), marks, source, path), spent }
}
