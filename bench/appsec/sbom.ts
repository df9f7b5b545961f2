import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { writeLockFile } from './lock-file.ts'
import { gatehouse, took, watched, type Watched } from './watched.ts'

const PEER = join(import.meta.dirname, '../peers/node_modules/@cyclonedx/cdxgen/bin/cdxgen.js')
const PACKAGES = 1_500
const ROUNDS = 3
const out = (line: string) => process.stdout.write(`${line}\n`)

const Bom = z.object({
  components: z.array(z.object({ purl: z.string() })),
  dependencies: z.array(z.object({ dependsOn: z.array(z.string()).default([]) })),
})

/** The bill of materials of a lock file of 1,500 packages, by `gatehouse sbom` and by cdxgen, turn by turn; both offline. */
export async function benchSbom(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sbom-'))
  try {
    const source = join(folder, 'shop')
    writeLockFile(source, PACKAGES)
    const [ourBom, peerBom] = [join(folder, 'ours.json'), join(folder, 'peer.json')]
    const watchedRuns: Watched[] = []
    const peer: Watched[] = []
    for (let round = 0; round < ROUNDS; round++) {
      watchedRuns.push(await gatehouse(['sbom', source, '--output', ourBom]))
      if (existsSync(PEER)) peer.push(await cdxgen(source, peerBom))
    }
    const [own, other] = [best(watchedRuns), best(peer)]
    if (own === undefined) return
    out(`gatehouse ${shown(own, ourBom)}`)
    if (other === undefined) {
      out('cdxgen is not installed: npm install --prefix bench/peers --ignore-scripts --no-package-lock')
      return
    }
    out(`cdxgen    ${shown(other, peerBom)}`)
    out(
      `  time ${(own.seconds / other.seconds).toFixed(2)} of its, processors ${(own.cpu_s / other.cpu_s).toFixed(2)}, memory ${(own.memory_bytes / other.memory_bytes).toFixed(2)}`,
    )
    const [a, b] = [purlsOf(ourBom), purlsOf(peerBom)]
    out(
      `  ${a.intersection(b).size} purls of both, ${a.difference(b).size} of ours alone, ${b.difference(a).size} of its`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** From the lock file only: without installation and source analysis, like ours. */
function cdxgen(source: string, output: string): Promise<Watched> {
  const args = ['-t', 'npm', '--no-install-deps', '--no-babel', '--spec-version', '1.5', '-o', output, source]
  return watched([PEER, ...args])
}

function best(runs: readonly Watched[]): Watched | undefined {
  return runs.toSorted((a, b) => a.seconds - b.seconds)[0]
}

function shown(run: Watched, path: string): string {
  const { components, dependencies } = read(path)
  const edges = dependencies.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0)
  return `${took(run)}, ${components.length} components, ${edges} dependencies`
}

function read(path: string): z.infer<typeof Bom> {
  return Bom.parse(JSON.parse(readFileSync(path, 'utf8')))
}

function purlsOf(path: string): Set<string> {
  return new Set(read(path).components.map(({ purl }) => purl))
}
