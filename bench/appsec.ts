// npm run bench:appsec [name …]: benchmarks of application security, each against a peer or a limit in one run.
import { runNamed } from './lib/run-named.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { benchSbom } from './appsec/sbom.ts'
import { benchScan } from './appsec/scan.ts'
import { benchSecrets } from './appsec/secrets.ts'
import { benchUpload } from './appsec/upload.ts'

/** About four minutes together on a machine that has nothing else to do. */
await runNamed({
  secrets: benchSecrets,
  sbom: benchSbom,
  advisories: () => script('advisories.ts'),
  upload: benchUpload,
  findings: () => script('findings.ts'),
  scan: benchScan,
  fixes: () => script('fixes.ts'),
})

/** A benchmark that can be run alone with options of its own. */
async function script(file: string): Promise<void> {
  const path = join(import.meta.dirname, 'appsec', file)
  const child = spawn(process.execPath, [...process.execArgv, path], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
