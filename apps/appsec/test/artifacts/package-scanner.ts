import type { Inventory, InventoryComponent, Observation, Scanner } from '@gatehouse/scan-engine'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'

/** A package as a test names it in a file `packages.txt`: `name version [CVE-… [reachable|unused]]`. */
const LINE = /^(\S+) (\S+)(?: (CVE-\S+))?(?: (reachable|unused))?$/

/** Replacement of the dependency scanner: reads packages and their findings from `packages.txt`. */
export function packageScanner(): Scanner {
  return {
    name: 'SCA',
    plan(tree) {
      const files = tree.files.filter(({ path }) => path === 'packages.txt')
      return files.length === 0 ? [] : [{ id: 'packages', files }]
    },
    async run({ files }, { tree, progress }) {
      const lines = Buffer.from(await tree.read(files[0]!.path))
        .toString()
        .split('\n')
      progress(1)
      const packages = lines.flatMap((line, at) => {
        const [, name, version, cve, use] = LINE.exec(line) ?? []
        return name === undefined ? [] : [{ name, version: version!, cve, use, line: at + 1 }]
      })
      const components = packages.map(({ name, version, line }) => component(name, version, line))
      const inventory: Inventory = {
        components,
        dependencies: new Map([['root', components.map(({ purl }) => purl)]]),
        gaps: [],
        files: ['packages.txt'],
      }
      const observations = packages.flatMap(({ name, version, cve, use, line }) =>
        cve === undefined ? [] : [observation(name, version, cve, use, line)],
      )
      return { observations, gaps: [], inventory }
    },
  }
}

export function packageRegistry() {
  return createScannerRegistry({ SCA: packageScanner })
}

export const purlOf = (name: string, version: string) => `pkg:npm/${name}@${version}`

function component(name: string, version: string, line: number): InventoryComponent {
  return {
    purl: purlOf(name, version),
    name,
    version,
    ecosystem: 'npm',
    scope: 'runtime',
    direct: true,
    licence: 'MIT',
    hashes: [{ algorithm: 'SHA-256', hex: 'ab'.repeat(32) }],
    locations: [{ path: 'packages.txt', line }],
  }
}

function observation(name: string, version: string, cve: string, use: string | undefined, line: number): Observation {
  return {
    scanner: 'SCA',
    ruleId: `GHSA-${cve.slice(4)}`,
    cveId: cve,
    severity: 'HIGH',
    title: `${name} ${version}: something is wrong with it`,
    description: 'An advisory of the test.',
    filePath: 'packages.txt',
    startLine: line,
    endLine: line,
    cweId: 'CWE-79',
    owasp: ['A06:2021'],
    confidence: 1,
    identity: [cve, name],
    metadata: {
      package: `pkg:npm/${name}`,
      version,
      purl: purlOf(name, version),
      fixedVersion: '99.0.0',
      aliases: [cve],
      ...(use !== undefined && { reachable: use === 'reachable' }),
    },
  }
}
