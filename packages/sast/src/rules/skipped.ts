import type { Language } from '../languages/language.ts'
import type { SkippedRule } from './rule.ts'

/** A language that a rule is for and does not run in. */
export interface NotRun {
  readonly rule: { readonly id: string; readonly file: string; readonly languages: readonly Language[] }
  readonly language: string
  readonly reason: string
}

/** Returns the rules that do not run, once per rule: in all of its languages, or in the named ones. */
export function skippedOf(found: readonly NotRun[]): readonly SkippedRule[] {
  return [...Map.groupBy(found, ({ rule }) => rule)].map(([{ id, file, languages }, own]) => {
    const names = [...new Set(own.map(({ language }) => language))]
    const isAll = names.length >= languages.length
    return { id, file, reason: own[0]!.reason, ...(!isAll && { languages: names }) }
  })
}

/** Returns the message for a rule that does not run, with the languages and the reason. @param name name of the rule */
export function toldSkipped(name: string, { languages, reason }: SkippedRule): string {
  return `${name} does not run${languages === undefined ? '' : ` in ${languages.join(', ')}`}. ${reason}`
}
