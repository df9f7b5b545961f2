import type { ReplyProblem } from '../engine/exchange.ts'

/** Reason for a missing answer. Internal to targets: sessions convert it to a reply. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  readonly problem: ReplyProblem
  readonly status: number | undefined

  /** @param detail  a sentence without secrets */
  constructor(problem: ReplyProblem, detail: string, status?: number) {
    super(detail)
    this.problem = problem
    this.status = status
  }
}

/** RFC 6455 section 7.4.1, and the codes that agents derive from HTTP statuses. */
const CLOSE_PROBLEMS: Readonly<Record<number, ReplyProblem>> = {
  1007: 'malformed',
  1008: 'unauthorized',
  1009: 'client_error',
  1011: 'server_error',
  1012: 'server_error',
  1013: 'rate_limited',
  1014: 'server_error',
}

/** Converts a close code without a previous answer to a problem. */
export function problemOfClose(code: number | undefined): ReplyProblem {
  if (code === undefined) return 'network'
  if (code >= 4_400 && code <= 4_599) return problemOf(code - 4_000) ?? 'network'
  return CLOSE_PROBLEMS[code] ?? 'network'
}

/** Converts a status to a problem, unless the body is a guard's refusal; undefined: it is an answer. */
export function problemOf(status: number): ReplyProblem | undefined {
  if (status === 401 || status === 407) return 'unauthorized'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'server_error'
  return status >= 300 || status < 200 ? 'client_error' : undefined
}
