import {
  runOf,
  SARIF_SCHEMA,
  SARIF_VERSION,
  type SarifResult,
  type SarifRule,
  type SarifRun,
  sarifResult,
} from './sarif.ts'

export interface SarifStream {
  /** Sorted by severity, highest first: above the limit the first ones are written. */
  readonly results: AsyncIterable<readonly SarifResult[]> | Iterable<readonly SarifResult[]>
  /** Returns run data that is complete only after all results were read. */
  readonly end: () => Omit<SarifRun, 'results'>
  /** UTF-16 units after which results are counted and no more written. Default: all are. */
  readonly unitsMax?: number
}

/**
 * Yields the same log as `sarif`, as pieces of its JSON: memory use is one batch of results and the rules. The rules follow the results,
 * because only the results determine which rules apply.
 */
export async function* sarifChunks({ results, end, unitsMax = Infinity }: SarifStream): AsyncGenerator<string> {
  const indexes = new Map<string, number>()
  const rules: SarifRule[] = []
  let units = 0
  let left = 0
  let separator = ''
  yield `{"$schema":${JSON.stringify(SARIF_SCHEMA)},"version":"${SARIF_VERSION}","runs":[{"results":[`
  for await (const batch of results) {
    const written: string[] = []
    for (const item of batch) {
      if (units >= unitsMax) {
        left += 1
        continue
      }
      let index = indexes.get(item.rule.id)
      if (index === undefined) {
        index = rules.push(item.rule) - 1
        indexes.set(item.rule.id, index)
        // Twice as text and once as Markdown.
        units += item.rule.help.length * 3
      }
      const text = JSON.stringify(sarifResult(item, index))
      units += text.length
      written.push(text)
    }
    if (written.length > 0) yield `${separator}\n${written.join(',\n')}`
    if (written.length > 0) separator = ','
  }
  const run = end()
  const gaps = left === 0 ? run.gaps : [...run.gaps, { message: cutSentence(left) }]
  yield `],${JSON.stringify(runOf({ ...run, gaps }, rules)).slice(1)}]}\n`
}

function cutSentence(left: number): string {
  return `${left} more results exceed the size limit of this log; the log contains the results with the highest severity.`
}
