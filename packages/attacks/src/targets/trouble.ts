import type { ReplyProblem } from '../engine/exchange.ts'

/** Why a request has no answer to judge. Within targets alone: sessions make a reply of it. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  readonly problem: ReplyProblem
  readonly status: number | undefined

  /** @param detail  a sentence without secrets */
  constructor(problem: ReplyProblem, detail: string, status?: number) {
    super(detail)
    this.problem = problem
    this.status = status
  }
}

/** What a status says about an answer, where its body does not say that a guard refused; undefined: it is an answer. */
export function problemOf(status: number): ReplyProblem | undefined {
  if (status === 401 || status === 407) return 'unauthorized'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'server_error'
  return status >= 300 || status < 200 ? 'client_error' : undefined
}
