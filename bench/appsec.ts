// npm run bench:appsec [name …]: benchmarks of the application-security engines, each against a peer or a bound in one run.
import { benchSbom } from './appsec/sbom.ts'
import { benchScan } from './appsec/scan.ts'
import { benchSecrets } from './appsec/secrets.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  secrets: benchSecrets,
  sbom: benchSbom,
  scan: benchScan,
}

const names = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await bench()
}
