import { isTest } from './rule.ts'
import type { Sized, Tree } from './rule.ts'

/** Wall-clock readings inside an assertion, or a limit that depends on the current speed of the machine. */
const WALL_CLOCK =
  /\bexpect\([^\n]*(?:\bperformance\.now\(\)|\bDate\.now\(\)\s*-)|\.toBe(?:Less|Greater)Than(?:OrEqual)?\([^\n]*\bpatient_ms\(/

/** Assertions of tests on wall-clock time, per file, with the keys under which `tidy-exceptions.json` may name them. */
export function wallClockAssertions({ files }: Tree): Sized[] {
  return files.flatMap(({ path, parsed }): Sized[] => {
    if (parsed === undefined || !isTest(path)) return []
    const lines = parsed.bareCode.split('\n').flatMap((line, index) => (WALL_CLOCK.test(line) ? [index + 1] : []))
    const [first] = lines
    if (first === undefined) return []
    return [
      {
        path,
        line: first,
        key: `${path}#wall-clock`,
        size: lines.length,
        message: `${lines.length} assertion(s) on wall-clock time: count events, measure with startEffort, or move it to bench/`,
      },
    ]
  })
}
