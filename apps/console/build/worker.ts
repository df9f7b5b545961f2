// Builds the page on a thread of its own, so that the services answer meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { makePage } from './make.ts'

// Whoever started us: a page is for people, not for those who build it.
process.env.NODE_ENV = 'production'

const { folder, configFile } = workerData as { readonly folder: string; readonly configFile: string }
await makePage(folder, configFile)
parentPort?.postMessage('built')
