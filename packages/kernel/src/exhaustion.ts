import { Failure } from './failure.ts'

/** Errors of the runtime and the system for want of memory, threads or file descriptors. */
const CODES: ReadonlySet<unknown> = new Set([
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'Z_MEM_ERROR',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
])
/** The engine assigns no code to these errors. */
const MESSAGES = /^(?:Array buffer allocation failed|Data cannot be cloned, out of memory\.)$/

/** Returns whether an error means that memory, threads or file descriptors are exhausted. A retry may succeed. */
export function isExhaustion(thrown: unknown): boolean {
  // Message and code of a failure are for callers.
  if (!(thrown instanceof Error) || thrown instanceof Failure) return false
  return ('code' in thrown && CODES.has(thrown.code)) || MESSAGES.test(thrown.message)
}
