import { serveThread } from '@gatehouse/kernel/thread'
import { extract } from '../documents/extract.ts'

/** Extracts one document per message; the pool sends the next one after the answer. */
serveThread((bytes: Uint8Array) => extract(bytes))
