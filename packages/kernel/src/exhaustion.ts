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
/** The engine gives these no code. */
const MESSAGES = /^(?:Array buffer allocation failed|Data cannot be cloned, out of memory\.)$/

/** Whether an error says that the process has no memory, thread or file descriptor left. A later try may succeed. */
export function isExhaustion(thrown: unknown): boolean {
  // The message and code of a failure are made for callers.
  if (!(thrown instanceof Error) || thrown instanceof Failure) return false
  return ('code' in thrown && CODES.has(thrown.code)) || MESSAGES.test(thrown.message)
}
