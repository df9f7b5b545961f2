// Builds the page on a thread of its own, so that the services answer meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { makePage } from './make.ts'

const { folder, configFile } = workerData as { readonly folder: string; readonly configFile: string }
await makePage(folder, configFile)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
parentPort?.postMessage('built')
