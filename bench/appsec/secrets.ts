import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { buildMixedTree, type MixedTree } from './mixed-tree.ts'
import { limitsOfTwo } from './two-processors.ts'

const ROOT = join(import.meta.dirname, '../..')
const MB = 1e6
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Benchmarks the secret scanner over a mixed tree of 200 MB, on one and two threads, compared with secretlint. */
export async function benchSecrets(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  try {
    const whole = join(folder, 'tree')
    const tree = buildMixedTree(whole, join(ROOT, 'node_modules'))
    out(`tree: ${(tree.bytes / MB).toFixed(0)} MB in ${tree.files} files, secrets on ${planted(tree)} lines`)
    await oneThread(whole, tree)
    await twoThreads(folder, whole, tree)
    await besideSecretlint(folder, whole, tree)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function planted({ planted: lines }: MixedTree): number {
  return [...lines.values()].reduce((sum, some) => sum + some.size, 0)
}

interface Scanned {
  readonly listed_s: number
  readonly seconds: number
  readonly cpu_s: number
  readonly memory_bytes: number
  readonly bytes: number
  readonly places: readonly Reported[]
}

async function scan(root: string, ...threads: readonly string[]): Promise<Scanned> {
  const script = join(import.meta.dirname, 'secrets-scan.ts')
  const args = [...process.execArgv, script, root, ...threads]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: OUTPUT_BYTES_MAX })
  return JSON.parse(stdout) as Scanned
}

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/** Issue 6: megabytes per second of one thread, and the speed-up of two. */
const RATE_MIN = 25
const RATIO_MIN = 1.8

async function oneThread(root: string, tree: MixedTree): Promise<void> {
  const { places, seconds, cpu_s, memory_bytes, bytes } = await scan(root)
  const rate = (of: number) => `${(bytes / MB / of).toFixed(1)} MB/s`
  out(
    `one process: ${seconds.toFixed(2)} s, ${rate(seconds)}, ${(bytes / MB / seconds / RATE_MIN).toFixed(2)} of the aim`,
  )
  out(`  ${cpu_s.toFixed(2)} s of processors, ${rate(cpu_s)} on one that nobody else uses`)
  out(`  at most ${(memory_bytes / MB).toFixed(0)} MB of memory, ${judge(places, tree)}`)
}

interface Reported {
  readonly filePath: string
  readonly startLine: number
}

/** True findings are on a line with a planted secret; others are in unlabelled code, or false. */
function judge(reported: readonly Reported[], tree: MixedTree): string {
  const lines = new Set(reported.map(({ filePath, startLine }) => `${filePath}:${startLine}`))
  let found = 0
  let all = 0
  for (const [path, some] of tree.planted) {
    all += some.size
    for (const line of some) if (lines.has(`${path}:${line}`)) found++
  }
  return `${found} of ${all} lines with planted secrets, ${lines.size - found} other lines`
}

const ROUNDS = 3

/**
 * Measures one and two scan threads alternately, and the best of each: other load only adds time. Listing the tree is excluded: it is done
 * once before. Baseline: the speed-up of two threads on this machine.
 */
async function twoThreads(folder: string, root: string, tree: MixedTree): Promise<void> {
  const warmUp = join(folder, 'warm-up')
  cpSync(join(root, 'var'), warmUp, { recursive: true })
  const [ones, twos]: [Scanned[], Scanned[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ones.push(await scan(root, '1', warmUp))
    twos.push(await scan(root, '2', warmUp))
  }
  const [one, two] = [ones, twos].map((some) => some.reduce((a, b) => (scanned(b) < scanned(a) ? b : a)))
  if (one === undefined || two === undefined) return
  const ratio = scanned(one) / scanned(two)
  const cpu = (2 * Math.min(...ones.map(cpuOf))) / Math.min(...twos.map(cpuOf))
  for (const [name, some] of [['one thread ', one] as const, ['two threads', two] as const]) {
    const used = `${some.cpu_s.toFixed(2)} s of processors, ${(some.memory_bytes / MB).toFixed(0)} MB of memory`
    out(`${name} ${scanned(some).toFixed(2)} s, ${(some.bytes / MB / scanned(some)).toFixed(1)} MB/s, ${used}`)
  }
  out(
    `  ratio ${ratio.toFixed(2)}: ${(ratio / RATIO_MIN).toFixed(2)} of the aim; by time of processors ${cpu.toFixed(2)}`,
  )
  const limits = await limitsOfTwo()
  out(`  loops that share nothing: ${limits.computing.toFixed(2)} computing, ${limits.memory.toFixed(2)} on memory`)
  out(`  two threads: ${judge(two.places, tree)}`)
}

function scanned({ seconds, listed_s }: Scanned): number {
  return seconds - listed_s
}

function cpuOf({ cpu_s }: Scanned): number {
  return cpu_s
}

const PEER_LIMIT_MS = 300_000

/** Both over the whole tree, turn by turn, and the best of each. */
async function besideSecretlint(folder: string, root: string, tree: MixedTree): Promise<void> {
  let own = await scan(root)
  let peer = await secretlint(root, folder)
  for (let round = 1; round < ROUNDS; round++) {
    own = quicker(own, await scan(root))
    peer = quicker(peer, await secretlint(root, folder))
  }
  out(`gatehouse   ${own.seconds.toFixed(2).padStart(7)} s  ${judge(own.places, tree)}`)
  out(`secretlint  ${peer.seconds.toFixed(2).padStart(7)} s  ${judge(peer.places, tree)}`)
}

function quicker<One extends { readonly seconds: number }>(one: One, other: One): One {
  return one.seconds <= other.seconds ? one : other
}

/** Runs secretlint with its recommended rules, as documented; it exits with 1 when it finds something. */
async function secretlint(root: string, folder: string): Promise<Pick<Scanned, 'seconds' | 'places'>> {
  const config = join(folder, 'secretlintrc.json')
  writeFileSync(config, JSON.stringify({ rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] }))
  const command = join(ROOT, 'node_modules/secretlint/bin/secretlint.js')
  const args = [command, '--secretlintrc', config, '--format', 'unix', '--no-color', '--no-gitignore', '**/*', '**/.*']
  const options = { cwd: root, timeout: PEER_LIMIT_MS, maxBuffer: OUTPUT_BYTES_MAX }
  const from = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (failed: { stdout?: string; code?: number }) => {
      if (failed.code === 1 && failed.stdout !== undefined) return { stdout: failed.stdout }
      throw failed
    },
  )
  const seconds = (performance.now() - from) / 1_000
  const places = [...stdout.matchAll(/^(\/.+?):(\d+):\d+: /gm)].map(([, path = '', line]) => ({
    filePath: relative(root, path),
    startLine: Number(line),
  }))
  return { seconds, places }
}
