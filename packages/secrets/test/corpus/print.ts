/**
 * Prints what the scanner finds and misses in our own corpus, by half, with 95 % intervals; `errors` as an argument lists the
 * mistakes of the development half: `node --conditions=gatehouse packages/secrets/test/corpus/print.ts errors`.
 */
import { wilson } from '@gatehouse/kernel'
import { measure } from './measure.ts'

const out = (line: string) => process.stdout.write(`${line}\n`)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

for (const half of ['development', 'held out'] as const) {
  const { found, secrets, flagged, looks, reported, wrong, errors } = measure(half)
  const row = (label: string, hits: number, of: number) => {
    const { low, high } = wilson(hits, of)
    out(
      `  ${label.padEnd(22)}${`${hits} of ${of}`.padStart(12)}  ${percent(hits / of).padStart(8)}  [${percent(low)}, ${percent(high)}]`,
    )
  }
  out(half)
  row('recall', found, secrets)
  row('precision', reported - wrong, reported)
  row('look-alikes flagged', flagged, looks)
  if (half === 'development' && process.argv.includes('errors')) for (const error of errors) out(`    ${error}`)
}
