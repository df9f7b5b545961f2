import type { Source } from '../match/source.ts'
import { wordsOf } from '../match/words.ts'
import type { FileFacts } from './facts.ts'
import { factsOf } from './flow/facts-of.ts'
import { canLower, lower } from './lower/lower.ts'
import { marksOf } from './marking/marks-of.ts'
import type { PreparedTaint } from './rules/prepare.ts'
import type { TaintRule } from './rules/taint-rule.ts'

export { link, type Linked, type TaintFinding } from './link/link.ts'
export { withNumbers, withPositions } from './moved-links.ts'
export { isCutOff } from './flow/facts-of.ts'
export type { ProjectFile } from './link/projects.ts'
export type { TraceStep } from './link/trace.ts'
export type { FileFacts } from './facts.ts'
export { familyOf } from './link/program.ts'
export { type FactsHead, headOf, packFacts } from './packed-facts.ts'
export { packedPositions, unpackFacts } from './unpack-facts.ts'
export { Positions } from './positions.ts'
export { type PreparedTaint, prepareTaint, type TaintPack } from './rules/prepare.ts'
export type { TaintRule } from './rules/taint-rule.ts'
export { judgedSinks } from './settled.ts'
export { canLower } from './lower/lower.ts'

/** Data-flow analysis result of one file. */
export interface TaintOfFile {
  /** Plain data that survives JSON. */
  readonly facts: FileFacts
  /** Rules that exceeded the limit for their sources and sinks, with the reason: they have no results for the file. */
  readonly spent: readonly { readonly rule: TaintRule; readonly reason: string }[]
}

/**
 * Analyses the data flow in the functions of one file, independent of other files. Files without a rule for their language are also needed
 * if another language of the same family has rules, because flows pass through them.
 * @param rules rules for the file's language and path
 * @param path relative to the root of the tree, with `/`
 * @returns undefined for a language without data-flow support
 */
export function taintOf(source: Source, path: string, rules: readonly PreparedTaint[]): TaintOfFile | undefined {
  if (!canLower(source.vocabulary.language.name)) return undefined
  const { marks, spent } = marksOf(source, rules, wordsOf(source.tree.text))
  return { facts: factsOf(lower(source), marks, source, path), spent }
}
