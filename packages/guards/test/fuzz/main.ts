import { seededRandom } from '../../src/classify/seeded.ts'
import { fuzzGuards } from './run-fuzz.ts'

/**
 * The fuzz test at length:   node --conditions=gatehouse packages/guards/test/fuzz/main.ts [texts] [seed]
 * Exit code 1 and the texts when a guard misbehaved.
 */
const texts = Number(process.argv[2] ?? 200_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const started = performance.now()
const report = await fuzzGuards(texts, seededRandom(seed))
const took_s = (performance.now() - started) / 1_000
process.stdout.write(
  `seed ${seed}: ${report.texts} texts, ${report.checks} checks in ${took_s.toFixed(0)} s, slowest ${report.slowest_ms.toFixed(0)} ms\n`,
)
for (const item of report.found) process.stdout.write(`${JSON.stringify(item)}\n`)
process.exitCode = report.found.length === 0 ? 0 : 1
