import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseModule } from '../lib/parse.ts'
import type { Problem, Report } from '../lib/problem.ts'
import { isModule, listFiles } from '../lib/tree.ts'
import { deadFiles } from './dead-files.ts'
import { EXCEPTIONS_PATH, applyExceptions } from './exceptions.ts'
import type { Exceptions } from './exceptions.ts'
import { overLength } from './lengths.ts'
import { brokenLinks } from './links.ts'
import { lockFile } from './lock-file.ts'
import type { Rule, TextFile, Tree } from './rule.ts'
import { brokenSpecCitations } from './spec-citations.ts'
import { staleSnippets } from './snippets.ts'
import { wallClockAssertions } from './wall-clock.ts'
import { bannedWords } from './words.ts'

const RULES: readonly Rule[] = [bannedWords, deadFiles, brokenLinks, brokenSpecCitations, staleSnippets, lockFile]

/** Holds the tree to the habits that a formatter and a linter do not see. */
export function checkTidy(root: string): Report {
  const tree = readTree(root)
  const problems: Problem[] = RULES.flatMap((rule) => rule(tree))
  const exceptions = tree.files.find(({ path }) => path === EXCEPTIONS_PATH)
  const accepted = exceptions === undefined ? {} : (JSON.parse(exceptions.text) as Exceptions)
  problems.push(...applyExceptions([...overLength(tree), ...wallClockAssertions(tree)], accepted))
  if (tree.files.length === 0) problems.push({ path: '.', message: 'nothing was checked: the tree has no text files' })
  return { checked: `${tree.files.length} files`, problems }
}

function readTree(root: string): Tree {
  const paths = listFiles(root)
  const files = paths.flatMap((path): TextFile[] => {
    const text = readFileSync(join(root, path), 'utf8')
    // A file with a NUL is binary; words and lines mean nothing there.
    if (text.includes('\0')) return []
    return [isModule(path) ? { path, text, parsed: parseModule(path, text) } : { path, text }]
  })
  return { root, paths: new Set(paths), files }
}
