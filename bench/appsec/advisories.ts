import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { systemClock } from '@gatehouse/kernel'
import { type AdvisoryDatabase, importAdvisories, openAdvisories, type PackageVersion } from '@gatehouse/sca/advisories'
import { z } from 'zod'
import { median } from '../lib/statistics.ts'
import { ADVISORY_FILES, DATA, multiplied, packagesOf } from './advisories/data.ts'
import { openPlain } from './advisories/plain.ts'
import { gatehouse, took } from './watched.ts'

/**
 * Benchmarks advisories: import, matching packages against all of them, and memory use. Each step runs in a separate process for separate
 * memory figures. Baseline in the same run: all records in memory and OSV's published algorithm, whose results must be equal.
 *   node --conditions=gatehouse bench/appsec/advisories.ts [--packages 10000] [--times 25] [--rounds 5]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    packages: { type: 'string', default: '10000' },
    /** How many times over they are imported by the command line, each time under other names: 25 are 220,750. */
    times: { type: 'string', default: '25' },
    rounds: { type: 'string', default: '5' },
  },
})

/** One of this many packages of a project has advisories, vulnerable or not. */
const KNOWN_OF = 10

/** Issue 6: 10,000 packages against all advisories in a second, warm, in 500 MB. */
const MATCH_MS_MAX = 1_000
const MEMORY_BYTES_MAX = 500_000_000

const PACKAGES = 'packages.json'
const MANY = 'many.jsonl.gz'
const Packages = z.array(z.object({ ecosystem: z.string(), name: z.string(), version: z.string() }))

const [step, folder] = positionals
if (ADVISORY_FILES.length === 0) print('There are no advisories beside this checkout: nothing to measure.')
else if (step === 'choose' && folder !== undefined) await choosePackages(folder)
else if (step === 'import' && folder !== undefined) await measureImport(folder)
else if (step === 'match' && folder !== undefined) measureMatch(folder)
else if (step === 'plain' && folder !== undefined) await measurePlain(folder)
else if (step === 'multiply' && folder !== undefined) await writeMultiplied(folder)
else await runSteps()

async function runSteps(): Promise<void> {
  const output = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    for (const item of ['choose', 'import', 'match', 'plain', 'multiply']) {
      const { status } = spawnSync(
        process.execPath,
        [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2), item, output],
        { stdio: 'inherit' },
      )
      if (status !== 0) process.exitCode = 1
    }
    await importByCommand(output)
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

async function writeMultiplied(target: string): Promise<void> {
  const lines = async function* () {
    for await (const { text } of multiplied(Number(values.times))) yield `${text}\n`
  }
  await pipeline(lines(), createGzip({ level: 1 }), createWriteStream(join(target, MANY)))
}

/** As a person does it: the whole process counts, from its start. */
async function importByCommand(target: string): Promise<void> {
  const run = await gatehouse(['vulndb', 'import', join(target, MANY), '--folder', join(target, 'many')])
  if (run.code !== 0) throw new Error(`The import failed: ${run.stderr}`)
  const [, count = '?'] = /^records:\s+(\d+) added/m.exec(run.stdout + run.stderr) ?? []
  print(`vulndb    ${count} records imported by the command line`)
  print(`          ${took(run)}: ${(run.memory_bytes / MEMORY_BYTES_MAX).toFixed(2)} of the limit`)
}

/** Packages are chosen in a separate process, which reads all advisories. */
async function choosePackages(target: string): Promise<void> {
  writeFileSync(join(target, PACKAGES), JSON.stringify(await packagesOf(Number(values.packages))))
}

function readPackages(target: string): PackageVersion[] {
  return Packages.parse(JSON.parse(readFileSync(join(target, PACKAGES), 'utf8')))
}

async function measureImport(target: string): Promise<void> {
  const sources = ADVISORY_FILES.map((file) => join(DATA, file))
  const started_ms = performance.now()
  const { snapshot, rejected } = await importAdvisories({
    folder: target,
    sources,
    kevPath: join(DATA, 'kev.json.gz'),
    clock: systemClock,
  })
  const took_s = (performance.now() - started_ms) / 1_000
  const stored = join(target, 'snapshots', snapshot.id)
  const bytes = readdirSync(stored).reduce((sum, file) => sum + statSync(join(stored, file)).size, 0)
  print(
    `import    ${snapshot.records} records of ${snapshot.packages} packages, ${rejected} rejected, ${megabytes(bytes)} on disk`,
  )
  print(`          ${took_s.toFixed(1)} s, ${Math.round(snapshot.records / took_s)} records/s${memory()}`)
}

function measureMatch(target: string): void {
  const known = readPackages(target)
  const opening_ms = performance.now()
  const database = openAdvisories({ folder: target })
  if (database === undefined) throw new Error('there is no snapshot')
  print(`match     ${database.manifest.records} records, opened in ${(performance.now() - opening_ms).toFixed(0)} ms`)
  // As in a large project: most packages have no advisory at all.
  const usual = known.map((item, at) => (at % KNOWN_OF === 0 ? item : { ...item, name: `${item.name}-without-any` }))
  measureRounds(database, usual, `${known.length} packages, one in ${KNOWN_OF} with advisories`)
  const ids = measureRounds(database, known, `${known.length} packages, all with advisories`)
  const reading_ms = performance.now()
  for (const id of ids) database.record(id)
  print(
    `          ${ids.size} matched records read in full: ${(performance.now() - reading_ms).toFixed(0)} ms${memory()}`,
  )
  database.close()
}

/** @returns the records that matched */
function measureRounds(
  database: AdvisoryDatabase,
  wanted: readonly PackageVersion[],
  says: string,
): ReadonlySet<string> {
  const times_ms: number[] = []
  const ids = new Set<string>()
  let matches = 0
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    matches = 0
    const started_ms = performance.now()
    for (const item of wanted) {
      for (const { records } of database.match(item)) {
        matches += 1
        for (const id of records) ids.add(id)
      }
    }
    times_ms.push(performance.now() - started_ms)
  }
  const warm_ms = median(times_ms.slice(1))
  print(`          ${says}: ${matches} matches`)
  print(
    `          first ${times_ms[0]?.toFixed(0)} ms, warm ${warm_ms.toFixed(0)} ms: ${(warm_ms / MATCH_MS_MAX).toFixed(2)} of the limit${memory()}`,
  )
  return ids
}

async function measurePlain(target: string): Promise<void> {
  const packages = readPackages(target)
  const plain = await openPlain()
  const started_ms = performance.now()
  const expected = packages.map((item) => plain.match(item))
  const took_ms = performance.now() - started_ms
  print(`plain     all records in memory: ${took_ms.toFixed(0)} ms${memory()}`)
  const database = openAdvisories({ folder: target })
  const differing = packages.filter((item, at) => {
    const found = database?.match(item).flatMap(({ records }) => records)
    return [...new Set(found)].sort().join() !== expected[at]?.join()
  })
  database?.close()
  print(`          agrees on ${packages.length - differing.length} of ${packages.length} packages`)
  for (const { ecosystem, name, version } of differing.slice(0, 5))
    print(`          not on ${ecosystem} ${name} ${version}`)
  if (differing.length > 0) process.exitCode = 1
}

function memory(): string {
  const bytes = process.resourceUsage().maxRSS * 1_024
  return `, ${megabytes(bytes)} of memory at most: ${(bytes / MEMORY_BYTES_MAX).toFixed(2)} of the limit`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
