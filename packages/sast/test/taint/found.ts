import { languageOf } from '../../src/languages/all.ts'
import { Source } from '../../src/match/source.ts'
import { vocabularyOf } from '../../src/match/view.ts'
import { loadRules } from '../../src/rules/load.ts'
import {
  type FileFacts,
  link,
  packFacts,
  prepareTaint,
  taintOf,
  type TaintFinding,
  unpackFacts,
} from '../../src/taint/index.ts'
import { loadGrammar } from '../../src/tree/grammar.ts'
import { parseText } from '../../src/tree/parse.ts'

const PROJECT = /(?:[jt]sconfig[^/]*\.json|package\.json|go\.mod)$/

/** Returns the findings of taint rules in files, including project files. @param rules lists of YAML under `rules:` */
export async function findings(
  rules: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly TaintFinding[]> {
  const { taint, skipped } = loadRules([{ path: 'r.yaml', text: rules }])
  if (skipped.length > 0) throw new Error(skipped.map(({ reason }) => reason).join(' '))
  const facts: FileFacts[] = []
  const projects = Object.entries(files).flatMap(([path, text]) => (PROJECT.test(path) ? [{ path, text }] : []))
  for (const [path, text] of Object.entries(files))
    if (!PROJECT.test(path)) facts.push(await factsOfText(path, text, taint))
  const packed = facts.map(packFacts)
  const { findings: found } = link(packed.map(unpackFacts), taint, projects)
  return found
}

export async function factsOfText(
  path: string,
  text: string,
  rules: Parameters<typeof prepareTaint>[0],
): Promise<FileFacts> {
  const language = languageOf(path)!
  const grammar = await loadGrammar(language.grammar)
  const pack = await prepareTaint(rules, language)
  if (pack.unreadable.length > 0) throw new Error(pack.unreadable.map(({ reason }) => reason).join(' '))
  const { tree } = parseText(text, grammar, new Set(language.comments))!
  const source = new Source(tree, vocabularyOf(language, grammar.kinds))
  return taintOf(source, path, pack.rules)!.facts
}

/** Returns the locations of findings, as `file:line` of the source and the sink. */
export function places(found: readonly TaintFinding[]): readonly string[] {
  return found.map(
    ({ source, sink }) => `${source.filePath}:${source.place.line} → ${sink.filePath}:${sink.place.line}`,
  )
}
