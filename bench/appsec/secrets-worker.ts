import { parentPort, workerData } from 'node:worker_threads'
import { createSecretsScanner, openFolder } from '@gatehouse/scanners'

/** Takes shards from a counter that all workers share, until none is left. */
const { root, counter } = workerData as { readonly root: string; readonly counter: SharedArrayBuffer }
const next = new Int32Array(counter)
const tree = await openFolder(root)
const scanner = createSecretsScanner()
const shards = scanner.plan(tree)
const signal = new AbortController().signal
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
parentPort?.postMessage('ready')
await new Promise((resolve) => parentPort?.once('message', resolve))
let findings = 0
for (let at = Atomics.add(next, 0, 1); at < shards.length; at = Atomics.add(next, 0, 1)) {
  const shard = shards[at]
  if (shard === undefined) break
  const { observations } = await scanner.run(shard, {
    tree,
    clock: { now: () => Date.now() },
    signal,
    progress: () => {},
  })
  findings += observations.length
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
parentPort?.postMessage(findings)
parentPort?.close()
