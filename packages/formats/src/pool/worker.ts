import { parentPort } from 'node:worker_threads'
import { extract } from '../documents/extract.ts'

/** One document in, one extraction out; the pool sends the next one when it has the answer. */
parentPort?.on('message', (bytes: Uint8Array) => {
  void extract(bytes).then((extraction) => parentPort?.postMessage(extraction))
})
