import { serveThread } from '@gatehouse/kernel/thread'
import { extract } from '../documents/extract.ts'

/** One document in, one extraction out; the pool sends the next one when it has the answer. */
serveThread((bytes: Uint8Array) => extract(bytes))
