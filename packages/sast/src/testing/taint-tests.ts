import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { languageOf } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { Source } from '../match/source.ts'
import { vocabularyOf } from '../match/view.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { skippedOf } from '../rules/skipped.ts'
import { type FileFacts, link, prepareTaint, type TaintFinding, type TaintPack, taintOf } from '../taint/index.ts'
import type { TaintRule } from '../taint/rules/taint-rule.ts'
import { loadGrammar } from '../tree/grammar.ts'
import { withPlainNames } from '../text/escapes.ts'
import { parseText } from '../tree/parse.ts'

/** A program for rule tests: one file, or a folder of files that call each other. */
export interface TestProgram {
  readonly files: readonly string[]
  /** The folder that paths in it are relative to. */
  readonly root: string
}

/** Own limit: files of a test program, which is no full project. */
const FILES_MAX = 200
const DEPTH_MAX = 8

/** The rules of a file in the languages of their tests. */
export class TaintTests {
  readonly #rules: readonly TaintRule[]
  readonly #packs = new Map<Language, TaintPack>()

  constructor(rules: readonly TaintRule[]) {
    this.#rules = rules
  }

  /** Returns the findings in a program, by file. */
  async run({ files, root }: TestProgram): Promise<ReadonlyMap<string, readonly TaintFinding[]>> {
    if (this.#rules.length === 0) return new Map()
    const facts: FileFacts[] = []
    for (const file of files) {
      const language = languageOf(file)
      if (language === undefined) continue
      const source = await sourceOf(readFileSync(file, 'utf8'), language)
      const found = source && taintOf(source, relative(root, file), (await this.#pack(language)).rules)
      if (found !== undefined) facts.push(found.facts)
    }
    return Map.groupBy(link(facts, this.#rules).findings, ({ filePath }) => join(root, filePath))
  }

  /** Rules of which a language of theirs cannot read a pattern. */
  async skipped(): Promise<readonly SkippedRule[]> {
    const languages = new Set(this.#rules.flatMap((rule) => rule.languages))
    const packs: TaintPack[] = []
    for (const language of languages) packs.push(await this.#pack(language))
    return skippedOf(packs.flatMap(({ unreadable }) => unreadable))
  }

  async #pack(language: Language): Promise<TaintPack> {
    const pack = this.#packs.get(language) ?? (await prepareTaint(this.#rules, language))
    this.#packs.set(language, pack)
    return pack
  }
}

async function sourceOf(text: string, language: Language): Promise<Source | undefined> {
  const grammar = await loadGrammar(language.grammar)
  const parsed = parseText(await withPlainNames(text, language), grammar, new Set(language.comments))
  return parsed && new Source(parsed.tree, vocabularyOf(language, grammar.kinds))
}

/** Returns the test programs of a rule file: each file `<rule>.*`, and each folder in the folder `<rule>`, or that folder itself. */
export function programsOf(ruleFile: string, single: readonly string[]): readonly TestProgram[] {
  const folder = join(dirname(ruleFile), basename(ruleFile).replace(/\.ya?ml$/i, ''))
  const programs = single.map((file) => ({ files: [file], root: dirname(ruleFile) }))
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return programs
  const entries = readdirSync(folder, { withFileTypes: true })
  const hasFiles = entries.some((entry) => entry.isFile())
  const roots = hasFiles
    ? [folder]
    : entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  return [...programs, ...roots.toSorted().map((root) => ({ files: codeBelow(root, 0).slice(0, FILES_MAX), root }))]
}

/** Returns all code files of a folder, without rule files: a test folder may be inside a folder of rules. */
function codeBelow(folder: string, depth: number): readonly string[] {
  if (depth > DEPTH_MAX) return []
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return codeBelow(path, depth + 1)
      return entry.isFile() && languageOf(entry.name) !== undefined ? [path] : []
    })
}
