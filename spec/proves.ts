// oxlint-disable vitest/valid-title, vitest/expect-expect, vitest/valid-describe-callback -- titles and bodies are the callers'
import { describe, test } from 'vitest'
import type { StatementId } from './index.ts'

/** One statement, or several that the same test proves. */
type Ids = StatementId | readonly StatementId[]

/**
 * Declares a test that proves statements of the specification. The ids are part of its title, and `coverage.test.ts` reads them from the
 * text of the test file: they must be literals.
 * @example proves('guard:rules.http-200-on-block', 'a blocked message answers 200', async () => { … })
 */
export function proves(ids: Ids, title: string, run: () => unknown): void {
  test(cited(ids, title), async () => {
    await run()
  })
}

/** {@link proves} for a table of cases, with the placeholders of Vitest's own `each` in the title. */
proves.each =
  <Row extends unknown[] | [unknown]>(ids: Ids, rows: readonly Row[]) =>
  (title: string, run: (...row: Row) => unknown): void => {
    test.each(rows)(cited(ids, title), async (...row: Row) => {
      await run(...row)
    })
  }

/** {@link proves} for a group of tests that show the statements together. */
proves.group = (ids: Ids, title: string, tests: () => void): void => {
  describe(cited(ids, title), tests)
}

function cited(ids: Ids, title: string): string {
  return `${title} [${typeof ids === 'string' ? ids : ids.join(', ')}]`
}
