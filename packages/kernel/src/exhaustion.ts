import { Failure } from './failure.ts'

/** Error codes for exhausted memory, threads or file descriptors. */
const CODES: ReadonlySet<unknown> = new Set([
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'Z_MEM_ERROR',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
])
/** Errors without code. */
const MESSAGES = /^(?:Array buffer allocation failed|Data cannot be cloned, out of memory\.)$/

/** Returns whether an error indicates exhausted memory, threads or file descriptors. A retry may succeed. */
export function isExhaustion(thrown: unknown): boolean {
  // A failure's message and code are for callers.
  if (!(thrown instanceof Error) || thrown instanceof Failure) return false
  return ('code' in thrown && CODES.has(thrown.code)) || MESSAGES.test(thrown.message)
}
