import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem, Report } from '../lib/problem.ts'
import { listFiles } from '../lib/tree.ts'
import { proseOf } from './markdown.ts'
import { remarksOn } from './rules.ts'

const CHECKED = /^(?:README\.md|ARCHITECTURE\.md|CONTRIBUTING\.md|docs\/(?:guide|decisions)\/.+\.md)$/

/** Checks the prose of README, ARCHITECTURE, CONTRIBUTING, the guides and the decisions. */
export function checkProse(root: string): Report {
  const paths = listFiles(root).filter((path) => CHECKED.test(path))
  const problems = paths.flatMap((path) => proseProblems(path, readFileSync(join(root, path), 'utf8')))
  if (paths.length === 0) problems.push({ path: '.', message: 'nothing was checked: the tree has no documentation' })
  return { checked: `${paths.length} pages`, problems }
}

function proseProblems(path: string, markdown: string): Problem[] {
  return proseOf(markdown).flatMap(({ line, text }) =>
    remarksOn(text).map(({ at, message }) => ({
      path,
      line: line + text.slice(0, at).split('\n').length - 1,
      message,
    })),
  )
}
