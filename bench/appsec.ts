// npm run bench:appsec [name …]: benchmarks of application security, each against a peer or a bound in one run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { benchSbom } from './appsec/sbom.ts'
import { benchScan } from './appsec/scan.ts'
import { benchSecrets } from './appsec/secrets.ts'
import { benchUpload } from './appsec/upload.ts'

/** About four minutes together on a machine that has nothing else to do. */
const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  secrets: benchSecrets,
  sbom: benchSbom,
  advisories: () => script('advisories.ts'),
  upload: benchUpload,
  findings: () => script('findings.ts'),
  scan: benchScan,
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name))
if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(BENCHMARKS).join(', ')}.`)
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  const from = performance.now()
  await bench()
  process.stdout.write(`  (${((performance.now() - from) / 1_000).toFixed(0)} s)\n`)
}

/** A benchmark that can be run alone with options of its own. */
async function script(file: string): Promise<void> {
  const path = join(import.meta.dirname, 'appsec', file)
  const child = spawn(process.execPath, [...process.execArgv, path], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
