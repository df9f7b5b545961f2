import type { Language } from '../languages/language.ts'
import type { SkippedRule } from './rule.ts'

/** A language that a rule is for and does not run in. */
export interface NotRun {
  readonly rule: { readonly id: string; readonly file: string; readonly languages: readonly Language[] }
  readonly language: string
  readonly reason: string
}

/** What does not run, once for each rule: in none of its languages, or in those that are named. */
export function skippedOf(found: readonly NotRun[]): readonly SkippedRule[] {
  return [...Map.groupBy(found, ({ rule }) => rule)].map(([{ id, file, languages }, own]) => {
    const names = [...new Set(own.map(({ language }) => language))]
    const isAll = names.length >= languages.length
    return { id, file, reason: own[0]!.reason, ...(!isAll && { languages: names }) }
  })
}

/** Says that a rule does not run, where, and why. @param name how the rule is called */
export function toldSkipped(name: string, { languages, reason }: SkippedRule): string {
  return `${name} does not run${languages === undefined ? '' : ` in ${languages.join(', ')}`}. ${reason}`
}
