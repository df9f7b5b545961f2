import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseModule } from '../lib/parse.ts'
import type { Problem, Report } from '../lib/problem.ts'
import { isModule, listFiles } from '../lib/tree.ts'
import { consoleText } from './console-text.ts'
import { deadFiles } from './dead-files.ts'
import { EXCEPTIONS_PATH, applyExceptions } from './exceptions.ts'
import { overLength } from './lengths.ts'
import { brokenLinks } from './links.ts'
import { lockFile } from './lock-file.ts'
import type { Rule, TextFile, Tree } from './rule.ts'
import { brokenSpecCitations } from './spec-citations.ts'
import { PHRASE_EXCEPTIONS_PATH, loweredPhraseCounts, oddPhrases } from './phrases.ts'
import { staleSnippets } from './snippets.ts'
import { wallClockAssertions } from './wall-clock.ts'
import { bannedWords } from './words.ts'

const RULES: readonly Rule[] = [
  bannedWords,
  consoleText,
  deadFiles,
  brokenLinks,
  brokenSpecCitations,
  staleSnippets,
  lockFile,
]

/** Checks rules that the formatter and the linter do not cover. */
export function checkTidy(root: string): Report {
  const tree = readTree(root)
  const problems: Problem[] = RULES.flatMap((rule) => rule(tree))
  const accepted = readCounts(tree, EXCEPTIONS_PATH)
  problems.push(...applyExceptions([...overLength(tree), ...wallClockAssertions(tree)], accepted))
  const phrases = oddPhrases(tree, readCounts(tree, PHRASE_EXCEPTIONS_PATH))
  problems.push(...phrases.problems)
  if (tree.files.length === 0) problems.push({ path: '.', message: 'nothing was checked: the tree has no text files' })
  return { checked: `${tree.files.length} files`, problems, notes: phrases.notes }
}

/** Writes the exceptions of the phrase rule that the tree still needs. */
export function lowerPhraseExceptions(root: string): void {
  const tree = readTree(root)
  const counts = loweredPhraseCounts(tree, readCounts(tree, PHRASE_EXCEPTIONS_PATH))
  writeFileSync(join(root, PHRASE_EXCEPTIONS_PATH), `${JSON.stringify(counts, undefined, 2)}\n`)
}

/** Returns an empty object for a file that does not exist. */
function readCounts({ files }: Tree, wanted: string): Readonly<Record<string, number>> {
  const file = files.find(({ path }) => path === wanted)
  return file === undefined ? {} : (JSON.parse(file.text) as Readonly<Record<string, number>>)
}

function readTree(root: string): Tree {
  const paths = listFiles(root)
  const files = paths.flatMap((path): TextFile[] => {
    const text = readFileSync(join(root, path), 'utf8')
    // A file with a NUL byte is binary: text rules do not apply.
    if (text.includes('\0')) return []
    return [isModule(path) ? { path, text, parsed: parseModule(path, text) } : { path, text }]
  })
  return { root, paths: new Set(paths), files }
}
