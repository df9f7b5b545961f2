import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { makeSigningKey, startSigning } from '@gatehouse/formats/artifacts'
import { uuidv7 } from '@gatehouse/kernel'
import { BUILD_GATE_DEFAULT } from '@gatehouse/contracts/scans'
import { ALL_ANALYSED, NO_SUPPRESSIONS } from '@gatehouse/scan-engine/gate'
import type { InventoryComponent } from '@gatehouse/scan-engine'
import type { NewFinding } from '@gatehouse/store/findings'
import { findScan, type ScanRow } from '@gatehouse/store/scans'
import { stopTestServer, temporaryDatabase } from '@gatehouse/testkit'
import { csvExport, sarifExport } from '../../apps/appsec/src/artifacts/export-findings.ts'
import type { Facts } from '../../apps/appsec/src/artifacts/facts.ts'
import { makeArtifacts } from '../../apps/appsec/src/artifacts/make-artifacts.ts'
import { fillFindings } from './fill-findings.ts'

/**
 * Benchmarks the documents of a very large scan: creating, compressing and signing them at its end, and exports of all findings.
 *   node --conditions=gatehouse bench/appsec/artifacts.ts [--settled 200000] [--packages 10000] [--exported 1000000]
 */
const { values } = parseArgs({
  options: {
    settled: { type: 'string', default: '200000' },
    packages: { type: 'string', default: '10000' },
    exported: { type: 'string', default: '1000000' },
  },
})

const organizationId = uuidv7()
const database = await temporaryDatabase()
try {
  const { store } = database
  const scanId = await fillFindings(store, organizationId, Number(values.exported))
  const scan = (await findScan(store, scanId))!
  for (const [name, make] of [
    ['csv', csvExport],
    ['sarif', sarifExport],
  ] as const) {
    let bytes = 0
    await watched(`${values.exported} findings as ${name}`, async () => {
      for await (const piece of Readable.from(make(scan, {}, { store, version: '0.0.0' }))) {
        bytes += Buffer.byteLength(String(piece))
      }
    })
    say(`  ${mib(bytes)} MiB`)
  }
  await settle(scan)
} finally {
  await database.drop()
  stopTestServer()
}

async function settle(scan: ScanRow): Promise<void> {
  const { privateKey } = await makeSigningKey()
  const signer = {
    begin() {
      const signing = startSigning({ privateKey, identity: 'bench' })
      return {
        update: (bytes: Uint8Array) => signing.update(bytes),
        finish: () => Promise.resolve(signing.finish(new Date())),
      }
    },
    told: () => ({ mode: 'stored_key', identity: 'bench' }) as const,
  }
  const facts = factsOf(scan)
  const newArtifacts = await watched(`artifacts of ${values.settled} findings and ${values.packages} packages`, () =>
    makeArtifacts(facts, signer),
  )
  for (const { kind, size_bytes, content } of newArtifacts)
    say(`  ${kind.padEnd(14)} ${mib(size_bytes)} MiB, packed ${mib(content.length)}`)
}

function factsOf(scan: ScanRow): Facts {
  const components = Array.from({ length: Number(values.packages) }, (_none, at): InventoryComponent => {
    const name = `package-${at}`
    const purl = `pkg:npm/${name}@1.${at % 50}.0`
    const locations = [{ path: 'package-lock.json', line: at * 12 }]
    return {
      purl,
      name,
      version: `1.${at % 50}.0`,
      ecosystem: 'npm',
      scope: 'runtime',
      direct: at < 50,
      licence: 'MIT',
      locations,
    }
  })
  const purls = components.map(({ purl }) => purl)
  const dependencies = new Map(
    purls.map((purl, at) => [purl, [purls[(at * 7) % purls.length]!, purls[(at * 31) % purls.length]!]]),
  )
  return {
    scan,
    toolVersion: '0.0.0',
    at: new Date(),
    version: 1,
    status: 'COMPLETED',
    gateResult: 'FAILED',
    gateReasons: [],
    errorMessage: null,
    gate: BUILD_GATE_DEFAULT,
    gateInput: { suppressions: NO_SUPPRESSIONS, unanalysed: ALL_ANALYSED },
    findings: Array.from({ length: Number(values.settled) }, (_none, at) => findingAt(at)),
    gaps: [],
    inventory: { components, dependencies, gaps: [], files: ['package-lock.json'] },
    baselineScanId: null,
    progress: {},
    advisories: null,
    advisoryCoverage: null,
  }
}

/** One in ten is about a package. */
function findingAt(at: number): NewFinding {
  const isOfPackage = at % 10 === 0
  return {
    fingerprint: String(at).padStart(32, '0'),
    identity: String(at),
    scanner: isOfPackage ? 'SCA' : 'SECRETS_PATTERN',
    ruleId: isOfPackage ? `GHSA-${at % 5_000}` : `secrets/kind-${at % 220}`,
    severity: 'HIGH',
    status: 'OPEN',
    statusNote: null,
    isNew: at % 20 === 0,
    isGap: false,
    title: `A finding of kind ${at % 5_000} that has a title`,
    filePath: `src/module-${at % 100}/file-${at % 20_000}.ts`,
    startLine: 1 + (at % 500),
    endLine: 1 + (at % 500),
    cveId: null,
    confidence: 0.8,
    details: {
      description: 'What it is, why it matters and what to do about it. '.repeat(4),
      snippet: 'const token = "****"\n'.repeat(5),
      owasp: ['A07:2021'],
      cweId: 'CWE-798',
      metadata: isOfPackage ? { purl: `pkg:npm/package-${at % 10_000}@1.${at % 50}.0`, fixedVersion: '9.0.0' } : {},
    },
  }
}

/** Runs a function; prints its duration, the maximum delay of other work, and the peak memory. */
async function watched<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const [before_bytes, from] = [process.memoryUsage().rss, performance.now()]
  let most_bytes = before_bytes
  const timer = setInterval(() => (most_bytes = Math.max(most_bytes, process.memoryUsage().rss)), 50)
  delay.enable()
  const result = await run()
  delay.disable()
  clearInterval(timer)
  const took_s = (performance.now() - from) / 1000
  say(
    `${name}: ${took_s.toFixed(1)} s, longest wait of others ${(delay.max / 1e6).toFixed(0)} ms, memory ${mib(before_bytes)} to ${mib(most_bytes)} MiB`,
  )
  return result
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
