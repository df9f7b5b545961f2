import { sourceLanguageOf } from '@gatehouse/scan-engine'
import { bash } from './bash.ts'
import { c, header } from './c.ts'
import { cpp } from './cpp.ts'
import { csharp } from './csharp.ts'
import { dockerfile } from './dockerfile.ts'
import { go } from './go.ts'
import { hcl } from './hcl.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import { kotlin } from './kotlin.ts'
import { json } from './json.ts'
import type { Language } from './language.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { tsx, typescript } from './typescript.ts'
import { yaml } from './yaml.ts'

export const LANGUAGES: readonly Language[] = [
  bash,
  c,
  cpp,
  csharp,
  dockerfile,
  go,
  hcl,
  header,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  tsx,
  typescript,
  yaml,
]

const byName = new Map(LANGUAGES.map((language) => [language.name, language]))

/** The language of a file, by its name; undefined if static analysis does not read it. */
export function languageOf(path: string): Language | undefined {
  const name = sourceLanguageOf(path)
  return name === undefined ? undefined : byName.get(name)
}

/** Data languages: a file with such a name and a shebang line is a program. */
const DATA: ReadonlySet<Language> = new Set([json, yaml, hcl, dockerfile])

/** Whether the first line of a file may name another language than its name: that of data, or none. */
export function mayNameProgram(path: string): boolean {
  const named = languageOf(path)
  return named === undefined || DATA.has(named)
}

/** Returns the language of a file, by its name or by the interpreter in its first line. */
export function languageOfText(path: string, text: string): Language | undefined {
  const named = languageOf(path)
  if (!text.startsWith('#!') || (named !== undefined && !DATA.has(named))) return named
  return languageRunBy(text) ?? named
}

/** Own limit: longer first lines are no shebang lines. */
const FIRST_LINE_CHARS = 200

function languageRunBy(text: string): Language | undefined {
  const line = text.slice('#!'.length, FIRST_LINE_CHARS).split('\n', 1)[0]!
  const [first, ...rest] = line
    .trim()
    .split(/[ \t\r]{1,9}/)
    .map((word) => word.slice(word.lastIndexOf('/') + 1))
  // `env` may have variables and flags before the program.
  const program = first === 'env' ? rest.find((word) => !word.startsWith('-') && !word.includes('=')) : first
  return program === undefined ? undefined : LANGUAGES.find(({ programs }) => programs?.test(program) === true)
}

/**
 * Returns the languages that a rule's language name means. Rules for TypeScript and for JavaScript also apply to code that is valid in
 * both languages, and so do rules for C and for C++.
 */
export function languagesNamed(word: string): readonly Language[] {
  const name = word.toLowerCase()
  const found = LANGUAGES.filter((item) => item.name === name || item.aliases.includes(name))
  if (name === 'javascript' || name === 'js') return [...found, typescript, tsx]
  if (found.includes(c) || found.includes(cpp)) return [...found, header]
  return name === 'typescript' || name === 'ts' ? [...found, tsx] : found
}
