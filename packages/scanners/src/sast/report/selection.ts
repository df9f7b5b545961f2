import ignore from 'ignore'
import { languageOf } from '../languages/all.ts'
import { lineStarts } from '../tree/compact-tree.ts'
import type { Rule } from '../rules/rule.ts'

/** Names of what nobody of the project writes. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|bower_components|site-packages|vendor|third_party|\.venv|venv|\.git)\/|[.-]min\.[cm]?js$|\.bundle\.js$/i

/** Lines of code that people write are shorter, on average, in all but the smallest files. */
const LINE_CHARS_MEAN_MAX = 500
const MINIFIED_CHARS_MIN = 5_000

/** Whether rules are to see a file, by its name. @param isAnyText whether some rules read texts without a grammar */
export function isWanted(path: string, isAnyText: boolean): boolean {
  return !FOREIGN.test(path) && (isAnyText || languageOf(path) !== undefined)
}

/** Whether a text was written by a program that leaves out whatever people need. */
export function isMinified(text: string): boolean {
  return text.length >= MINIFIED_CHARS_MIN && text.length / lineStarts(text).length > LINE_CHARS_MEAN_MAX
}

/** Whether a rule is for a path, by its globs; made once for a rule. */
export function pathTest({ include, exclude }: Pick<Rule, 'include' | 'exclude'>): (path: string) => boolean {
  const included = include.length === 0 ? undefined : ignore().add([...include])
  const excluded = exclude.length === 0 ? undefined : ignore().add([...exclude])
  return (path) => included?.ignores(path) !== false && excluded?.ignores(path) !== true
}
