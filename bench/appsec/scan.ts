import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADVISORY_FILES, DATA } from './advisories/data.ts'
import { writeLockFile } from './lock-file.ts'
import { buildRepository } from './mixed-tree.ts'
import { firstSign, gatehouse, megabytes, took, type Watched } from './watched.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = 1_500
const ROUNDS = 2
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Runs of `gatehouse scan`, and the skipped parts of each. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  all: [],
  'all, one thread': ['--threads', '1'],
  'secrets alone': ['--type', 'SECRETS_ONLY'],
  'packages alone': ['--type', 'SCA_ONLY'],
}

/** Measures `gatehouse scan` of a repository of usual size, as a user runs it: from process start to exit. */
export async function benchScan(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-scan-'))
  try {
    const root = join(folder, 'repository')
    const { bytes, files } = buildRepository(root, join(ROOT, 'node_modules'))
    writeLockFile(join(root, 'code/shop'), PACKAGES)
    const advisories = join(folder, 'advisories')
    if (ADVISORY_FILES.length > 0) await importAdvisories(advisories)
    else out('There are no advisories beside this checkout: packages are read and matched with none.')
    out(`repository: ${megabytes(bytes)} in ${files} files, a lock file of ${PACKAGES} packages`)
    const start = await best(['--version'])
    out(`start alone      ${took(start)}`)
    const seconds: Record<string, number> = {}
    for (const [name, args] of Object.entries(RUNS)) {
      const run = await best(['scan', root, '--advisories', advisories, '--format', 'json', ...args])
      seconds[name] = run.seconds
      out(`${name.padEnd(16)} ${took(run)}, ${findingsOf(run)} findings`)
    }
    const sign_s = await firstSign(['scan', root, '--advisories', advisories, '--output', join(folder, 'report.txt')])
    if (sign_s !== undefined) out(`  a person sees how far it is after ${sign_s.toFixed(2)} s`)
    const {
      all = 0,
      'secrets alone': secrets = 0,
      'packages alone': packages = 0,
      'all, one thread': item = 0,
    } = seconds
    const parts = secrets + packages - start.seconds
    out(
      `  all take ${(all / parts).toFixed(2)} of their parts one after the other, ${(item / all).toFixed(2)} times as fast as one thread`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importAdvisories(into: string): Promise<void> {
  const sources = ADVISORY_FILES.map((file) => join(DATA, file))
  const kev = join(DATA, 'kev.json.gz')
  const run = await gatehouse([
    'vulndb',
    'import',
    ...sources,
    ...(existsSync(kev) ? ['--kev', kev] : []),
    '--folder',
    into,
  ])
  if (run.code !== 0) throw new Error(`The advisories were not imported: ${run.stderr}`)
}

async function best(args: readonly string[]): Promise<Watched> {
  const runs: Watched[] = []
  for (let round = 0; round < ROUNDS; round++) runs.push(await gatehouse(args))
  return runs.reduce((a, b) => (b.seconds < a.seconds ? b : a))
}

function findingsOf({ stdout, stderr, code }: Watched): number {
  if (stdout === '') throw new Error(`The scan said nothing and exited with ${code}: ${stderr}`)
  const report = JSON.parse(stdout) as { readonly findings: readonly unknown[] }
  return report.findings.length
}
