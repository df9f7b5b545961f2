import { isGenerated, isTest } from './rule.ts'
import type { Sized, Tree } from './rule.ts'

/** Maximum length of a readable file. Style, habit 12. */
export const FILE_LINES_MAX = 300
/** A function that fits on a screen. Style, habit 12. */
export const FUNCTION_LINES_MAX = 60
/** A component is mostly markup, one attribute per line: its logic still fits on a screen. */
export const COMPONENT_LINES_MAX = 100

/** Files and functions over the limit, with the keys under which `tidy-exceptions.json` may name them. */
export function overLength({ files }: Tree): Sized[] {
  return files.flatMap(({ path, text, parsed }): Sized[] => {
    if (parsed === undefined || isGenerated(path)) return []
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    const file: Sized[] =
      lines > FILE_LINES_MAX
        ? [
            {
              path,
              key: path,
              size: lines,
              message: `${lines} lines; at most ${FILE_LINES_MAX}: split it by what it does`,
            },
          ]
        : []
    // The callback of describe() is a list of tests, not a function with a control flow.
    if (isTest(path)) return file
    const lines_max = path.endsWith('.tsx') ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX
    const functions = parsed.functions
      .filter((item) => item.lines > lines_max)
      .map(({ name, line, lines: size }) => ({
        path,
        line,
        key: `${path}#${name}`,
        size,
        message: `${name} has ${size} lines; at most ${lines_max}: name its parts`,
      }))
    return [...file, ...functions]
  })
}
