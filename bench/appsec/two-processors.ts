import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Measures the speed-up of two threads for independent work: the upper bound on this machine at this moment. Measured for a computing loop
 * and for one that reads and writes memory, since either may be the bottleneck.
 */
export async function limitsOfTwo(): Promise<Readonly<Record<Kind, number>>> {
  const ratios: Record<Kind, number> = { computing: 0, memory: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) {
      const seconds = await secondsOf(1, kind)
      const two = await secondsOf(2, kind)
      ratios[kind] = Math.max(ratios[kind], (2 * seconds) / two)
    }
  }
  return ratios
}

const ROUNDS = 3
const KINDS = ['computing', 'memory'] as const
type Kind = (typeof KINDS)[number]

/** Larger than the caches. */
const WORDS = 16 * 1024 * 1024
const STEPS = 500_000_000
const PASSES = 12

async function secondsOf(count: number, kind: Kind): Promise<number> {
  const workers = Array.from({ length: count }, () => new Worker(new URL(import.meta.url), { workerData: kind }))
  await Promise.all(workers.map(word))
  const from = performance.now()
  const done = workers.map(word)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  for (const worker of workers) worker.postMessage('go')
  await Promise.all(done)
  const seconds = (performance.now() - from) / 1_000
  await Promise.all(workers.map((worker) => worker.terminate()))
  return seconds
}

function word(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

if (!isMainThread && KINDS.some((kind) => kind === workerData)) {
  const memory = new Uint32Array(workerData === 'memory' ? WORDS : 0)
  parentPort?.once('message', () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
    parentPort?.postMessage(workerData === 'memory' ? touch(memory) : compute())
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  parentPort?.postMessage('ready')
}

function compute(): number {
  let sum = 1
  for (let at = 0; at < STEPS; at++) sum = (Math.imul(sum, 1_664_525) + 1_013_904_223) >>> 0
  return sum
}

function touch(memory: Uint32Array): number {
  let sum = 0
  for (let pass = 0; pass < PASSES; pass++) {
    for (let at = 0; at < memory.length; at++) sum = (sum + (memory[at] ?? 0)) >>> 0
    for (let at = 0; at < memory.length; at += 16) memory[at] = sum
  }
  return sum
}
