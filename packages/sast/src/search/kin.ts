import type { Language } from '../languages/language.ts'
import { compilePattern } from '../match/compile.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import { loadGrammar, type Grammar } from '../tree/grammar.ts'

/** Languages in which one is a superset of the other. */
const KIN: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'tsx'],
  ['c', 'cpp', 'c-header'],
]

/** A pattern that matches no code. */
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
 * Compiles a pattern of a rule for several languages. Syntax of TypeScript only does not occur in JavaScript: there the pattern matches
 * nothing, and the rest of the rule runs.
 * @throws {Failure} `invalid_request` where neither the language nor one of its family can parse it
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
