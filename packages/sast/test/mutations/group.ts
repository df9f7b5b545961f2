import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { languageOf } from '../../src/languages/all.ts'
import type { Language } from '../../src/languages/language.ts'
import type { Source } from '../../src/match/source.ts'
import { loadRules } from '../../src/rules/load.ts'
import { OWN_RULES } from '../../src/rules/own.ts'
import { readRuleFiles } from '../../src/rules/read-files.ts'
import type { Formula, Rule } from '../../src/rules/rule.ts'
import { evaluate } from '../../src/search/evaluate.ts'
import { prepareRules } from '../../src/search/prepared.ts'
import { parseFile, searchFile } from '../../src/search/search-file.ts'
import { type FileFacts, link, prepareTaint, type TaintPack, taintOf, type TaintRule } from '../../src/taint/index.ts'
import { codeFilesOf } from '../../src/testing/test-rules.ts'
import { programsOf } from '../../src/testing/taint-tests.ts'
import { lineStarts } from '../../src/tree/compact-tree.ts'
import { asksTypes, partsOf } from './meaning.ts'

/** Rule folders for programs: configuration rules have mutations of their own. */
export const FOLDERS = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'go',
  'java',
  'javascript',
  'kotlin',
  'llm',
  'llm-python',
  'php',
  'python',
  'ruby',
  'rust',
] as const

/** Code of a test: texts by their paths. */
export type Program = ReadonlyMap<string, string>

/** A finding of a rule; offsets are those of the file. */
export interface Finding {
  readonly rule: string
  readonly file: string
  readonly start: number
  readonly end: number
  /** Source of the data, for a data-flow rule. */
  readonly source?: { readonly file: string; readonly start: number }
}

/** The rules of one file, with their test programs. */
export interface Group {
  /** From the folder of all rules, without its ending. */
  readonly name: string
  readonly search: ReadonlyMap<string, Rule>
  readonly taint: ReadonlyMap<string, TaintRule>
  readonly programs: readonly Program[]
  find(program: Program): Promise<readonly Finding[]>
  /** Returns the matches of a rule's sink patterns, regardless of its other conditions. */
  sinksIn(rule: string, source: Source): readonly SinkRange[]
}

interface SinkRange {
  readonly start: number
  readonly end: number
  /** Whether only a part of the match counts. */
  readonly hasFocus: boolean
  /** Whether it is a sink at any location. */
  readonly isFree: boolean
  /** Whether it depends on a type. */
  readonly needsTypes: boolean
}

const groups = new Map<string, Promise<Group>>()

/** Rule files of a folder, by their paths. */
export function ruleFilesOf(folder: string): readonly string[] {
  return readRuleFiles(join(OWN_RULES, folder)).map(({ path }) => path)
}

/** The rules of a file, read and compiled once. */
export function groupOf(path: string): Promise<Group> {
  const group = groups.get(path) ?? make(path)
  groups.set(path, group)
  return group
}

async function make(path: string): Promise<Group> {
  const { rules, taint } = loadRules([{ path, text: readFileSync(path, 'utf8') }])
  const { byLanguage } = await prepareRules(rules)
  const sinks = new WeakMap<Source, Map<string, readonly SinkRange[]>>()
  const compiled = new Map<Language, TaintPack['rules']>()
  const packs = new Map<Language, Promise<TaintPack>>()
  const packOf = (language: Language): Promise<TaintPack> => {
    const pack = packs.get(language) ?? prepareTaint(taint, language)
    packs.set(language, pack)
    return pack
  }
  return {
    name: relative(OWN_RULES, path).replace(/\.ya?ml$/, ''),
    search: new Map(rules.map((rule) => [rule.id, rule])),
    taint: new Map(taint.map((rule) => [rule.id, rule])),
    programs: programsOf(path, codeFilesOf(path)).map(
      ({ files, root }) => new Map(files.map((file) => [relative(root, file), readFileSync(file, 'utf8')])),
    ),
    sinksIn: (id, source) => {
      const known = sinks.get(source) ?? new Map<string, readonly SinkRange[]>()
      sinks.set(source, known)
      const ranges = known.get(id)
      if (ranges !== undefined) return ranges
      const { rule, patterns } =
        compiled.get(source.vocabulary.language)?.find(({ rule: taintRule }) => taintRule.id === id) ?? {}
      const found = (rule?.sinks ?? []).flatMap(({ formula, hasFocus }) => {
        const ground = {
          text: source.tree.text,
          source,
          patterns: patterns!,
          options: rule!.options,
          known: { patterns: new Map(), formulas: new Map() },
          cut: new Set<string>(),
          step,
        }
        const { types, regexes } = partsOf(formula)
        const isFree = !types.has('inside') && !types.has('not-inside') && regexes.length === 0
        const needsTypes = asksTypes(formula)
        return evaluate(withoutFocus(formula), ground).map(({ start, end }) => ({
          start,
          end,
          hasFocus,
          isFree,
          needsTypes,
        }))
      })
      known.set(id, found)
      return found
    },
    find: async (program) => {
      const found: Finding[] = []
      const facts: FileFacts[] = []
      for (const [file, text] of program) {
        const language = languageOf(file)
        const parsed = language && (await parseFile(text, language))
        const own = [...(byLanguage.get('') ?? []), ...(byLanguage.get(language?.name ?? '-') ?? [])]
        const { hits } = await searchFile(text, language, own, () => Promise.resolve(parsed))
        found.push(...hits.map(({ rule, start, end }) => ({ rule: rule.id, file, start, end })))
        if (taint.length === 0 || language === undefined || parsed === undefined) continue
        const pack = await packOf(language)
        compiled.set(language, pack.rules)
        const flow = taintOf(parsed.source, file, pack.rules)
        if (flow !== undefined) facts.push(flow.facts)
      }
      return taint.length === 0 ? found : [...found, ...flowsIn(program, facts, taint)]
    },
  }
}

/** Files of tests are small. */
const step = (): void => {}

/** Returns the whole match of a formula, without its focus. */
function withoutFocus(formula: Formula): Formula {
  if (formula.type === 'any') return { ...formula, parts: formula.parts.map(withoutFocus) }
  return formula.type === 'all' ? { ...formula, parts: formula.parts.map(withoutFocus), focus: [] } : formula
}

function flowsIn(program: Program, facts: readonly FileFacts[], rules: readonly TaintRule[]): readonly Finding[] {
  const lines = new Map([...program].map(([file, text]) => [file, lineStarts(text)]))
  const offset = (file: string, line: number, column: number): number => lines.get(file)![line - 1]! + column - 1
  return link(facts, rules).findings.map(({ rule, filePath, place, source }) => ({
    rule,
    file: filePath,
    start: offset(filePath, place.line, place.column),
    end: offset(filePath, place.endLine, place.endColumn) + 1,
    source: { file: source.filePath, start: offset(source.filePath, source.place.line, source.place.column) },
  }))
}
