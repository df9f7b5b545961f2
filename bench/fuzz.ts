// Mutation fuzzing: npm run fuzz [-- <reader>|all [count] [seed]]
import { fuzz, type FuzzFinding } from './fuzz/run.ts'
import { READERS } from './fuzz/readers/all.ts'

const COUNT = 20_000
const SEED = 1
/** A reader that takes longer for 256 KiB is not linear. */
const CPU_MS_MAX = 5_000
const FINDINGS_SHOWN = 20

const [name = 'all', count = String(COUNT), seed = String(SEED)] = process.argv.slice(2)
const chosen = READERS.filter((reader) => name === 'all' || reader.name === name)
if (chosen.length === 0) {
  const names = READERS.map((reader) => reader.name).join(', ')
  process.stderr.write(`Reader ${name} not found. Choose one of: ${names}.\n`)
  process.exit(2)
}
const findings: FuzzFinding[] = []
for (const reader of chosen) {
  const report = await fuzz(reader, { count: Number(count), seed: Number(seed), cpu_ms_max: CPU_MS_MAX })
  findings.push(...report.findings)
  const { mutants, read, refused, slowest_ms } = report
  process.stdout.write(
    `${reader.name.padEnd(20)} ${mutants} mutants: ${read} read, ${refused} refused, ${report.findings.length} findings, slowest ${slowest_ms.toFixed(0)} ms\n`,
  )
  for (const finding of report.findings.slice(0, FINDINGS_SHOWN))
    process.stdout.write(`  seed ${finding.seed}: ${finding.problem}\n`)
}
process.exitCode = findings.length === 0 ? 0 : 1
