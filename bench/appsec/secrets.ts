import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { buildMixedTree, type MixedTree } from './mixed-tree.ts'

const ROOT = join(import.meta.dirname, '../..')
const MB = 1e6
const out = (line: string) => process.stdout.write(`${line}\n`)

/** The secret scanner over a mixed tree of 200 MB, on one and two threads, and beside secretlint. */
export async function benchSecrets(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  try {
    const whole = join(folder, 'tree')
    const tree = buildMixedTree(whole, join(ROOT, 'node_modules'))
    out(`tree: ${(tree.bytes / MB).toFixed(0)} MB in ${tree.files} files, secrets on ${planted(tree)} lines`)
    await oneThread(whole, tree)
    await twoThreads(whole)
    await besideSecretlint(folder, whole, tree)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function planted({ planted: lines }: MixedTree): number {
  return [...lines.values()].reduce((sum, some) => sum + some.size, 0)
}

interface Scanned {
  readonly seconds: number
  readonly cpu_s: number
  readonly memory_bytes: number
  readonly bytes: number
  readonly places: readonly Reported[]
}

async function scan(root: string): Promise<Scanned> {
  const script = join(import.meta.dirname, 'secrets-scan.ts')
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [...process.execArgv, script, root], { maxBuffer: OUTPUT_BYTES_MAX })
  return JSON.parse(stdout) as Scanned
}

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

async function oneThread(root: string, tree: MixedTree): Promise<void> {
  const { places, seconds, cpu_s, memory_bytes, bytes } = await scan(root)
  const rate = (of: number) => `${(bytes / MB / of).toFixed(1)} MB/s`
  out(`one thread: ${seconds.toFixed(2)} s, ${rate(seconds)}, at most ${(memory_bytes / MB).toFixed(0)} MB of memory`)
  out(`  ${cpu_s.toFixed(2)} s of processors, ${rate(cpu_s)} on one that nobody else uses`)
  out(`  ${judge(places, tree)}`)
}

interface Reported {
  readonly filePath: string
  readonly startLine: number
}

/** True findings are those on a line with a planted secret; the rest stand in code that nobody has labelled, or are wrong. */
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

async function twoThreads(root: string): Promise<void> {
  let one = Infinity
  let two = Infinity
  // Turn by turn, and the best of each: others on the machine only ever add time.
  for (let round = 0; round < ROUNDS; round++) {
    one = Math.min(one, await withWorkers(root, 1))
    two = Math.min(two, await withWorkers(root, 2))
  }
  out(`workers: one ${one.toFixed(2)} s, two ${two.toFixed(2)} s, ratio ${(one / two).toFixed(2)}`)
}

/** Seconds from the start of the work, when every worker has listed the tree, to the end of the last one. */
async function withWorkers(root: string, count: number): Promise<number> {
  const counter = new SharedArrayBuffer(4)
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./secrets-worker.ts', import.meta.url), { workerData: { root, counter } }),
  )
  await Promise.all(workers.map(message))
  const from = performance.now()
  const done = workers.map(message)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  for (const worker of workers) worker.postMessage('go')
  await Promise.all(done)
  const seconds = (performance.now() - from) / 1_000
  await Promise.all(workers.map((worker) => worker.terminate()))
  return seconds
}

function message(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

const PEER_LIMIT_MS = 300_000

/** Both over the whole tree, turn by turn, and the best of each. */
async function besideSecretlint(folder: string, root: string, tree: MixedTree): Promise<void> {
  let ours = await scan(root)
  let peer = await secretlint(root, folder)
  for (let round = 1; round < ROUNDS; round++) {
    ours = quicker(ours, await scan(root))
    peer = quicker(peer, await secretlint(root, folder))
  }
  out(`gatehouse   ${ours.seconds.toFixed(2).padStart(7)} s  ${judge(ours.places, tree)}`)
  out(`secretlint  ${peer.seconds.toFixed(2).padStart(7)} s  ${judge(peer.places, tree)}`)
}

function quicker<One extends { readonly seconds: number }>(one: One, other: One): One {
  return one.seconds <= other.seconds ? one : other
}

/** The command of secretlint with its recommended rules, as its manual says; it exits with 1 when it finds something. */
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
