// Reads the named file a few times and prints the resource use as JSON; started by bench/files.ts.
import { readFileSync } from 'node:fs'
import { createExtractor, type Extraction } from '@gatehouse/formats'
import { median } from '../lib/statistics.ts'

export interface Measured {
  readonly p50_ms: number
  readonly max_ms: number
  readonly peak_bytes: number
  readonly chars: number
  readonly problems: readonly string[]
}

const ROUNDS = 5
/** Interval of memory samples. This thread has no other work. */
const LOOK_MS = 2

const bytes = readFileSync(process.argv[2]!)
const extractor = createExtractor({ threads: 1, timeout_ms: 60_000 })
// The thread is there before anything is measured, as in a service that runs.
await extractor.extract(Buffer.from('a'))
const before_bytes = process.memoryUsage.rss()
let peak_bytes = 0
const watch = setInterval(() => {
  peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss() - before_bytes)
}, LOOK_MS)
const times: number[] = []
let result: Extraction | undefined
for (let round = 0; round < ROUNDS; round += 1) {
  const started = performance.now()
  result = await extractor.extract(bytes)
  times.push(performance.now() - started)
}
clearInterval(watch)
await extractor.close()
const { text = '', hidden = [], problems = [] } = result ?? {}
const measured: Measured = {
  p50_ms: median(times),
  max_ms: Math.max(...times),
  peak_bytes,
  chars: hidden.reduce((sum, hiddenText) => sum + hiddenText.text.length, text.length),
  problems: problems.map(({ code }) => code),
}
process.stdout.write(JSON.stringify(measured))
