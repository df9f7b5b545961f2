import { parentPort } from 'node:worker_threads'
import { extract } from '../documents/extract.ts'

const port = parentPort

/** One document in, one extraction out; the pool sends the next one when it has the answer. */
port?.on('message', (bytes: Uint8Array) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  void extract(bytes).then((extraction) => port?.postMessage(extraction))
})
