import type { Language } from '../languages/language.ts'
import { compilePattern } from '../match/compile.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import { loadGrammar, type Grammar } from '../tree/grammar.ts'

/** Languages of which one has all that the other has, and more. */
const KIN: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'tsx'],
  ['c', 'cpp', 'c-header'],
]

/** What no code is. */
const NEVER: CompiledPattern = {
  statements: [{ type: 'run', parts: [] }],
  isSequence: false,
  metas: new Set(),
  needs: [],
  words: [],
  texts: [],
  types: [],
  values: new Set(),
}

/**
 * Reads a pattern of a rule for several languages. What only TypeScript has no code in JavaScript is: there the pattern finds
 * nothing, and the rest of the rule runs.
 * @throws {Failure} `invalid_request` where neither the language nor one of its kin reads it
 */
export async function compileAmong(
  text: string,
  language: Language,
  grammar: Grammar,
  languages: readonly Language[],
): Promise<CompiledPattern> {
  try {
    return compilePattern(text, language, grammar)
  } catch (thrown) {
    const kin = KIN.find((names) => names.includes(language.name)) ?? []
    for (const other of languages) {
      if (other !== language && kin.includes(other.name) && (await reads(other, text))) return NEVER
    }
    throw thrown
  }
}

async function reads(language: Language, text: string): Promise<boolean> {
  try {
    compilePattern(text, language, await loadGrammar(language.grammar))
    return true
  } catch {
    return false
  }
}
