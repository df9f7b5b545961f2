import { Failure, type FailureCode } from '@gatehouse/kernel'
import { EgressFailure } from '@gatehouse/kernel/egress'

/** Reason for a failed upstream call, without host and address. */
interface UpstreamProblem {
  readonly code: Extract<FailureCode, 'model_unavailable' | 'upstream_timeout' | 'upstream_failed' | 'upstream_invalid'>
  readonly predicate: string
}

const PROBLEMS: Readonly<Record<EgressFailure['kind'], UpstreamProblem>> = {
  unreachable: { code: 'model_unavailable', predicate: 'could not be reached' },
  timeout: { code: 'upstream_timeout', predicate: 'did not respond in time' },
  broken: { code: 'upstream_failed', predicate: 'closed the connection before the response was complete' },
  undecodable: { code: 'upstream_invalid', predicate: 'sent a body that cannot be decoded' },
}

/**
 * Converts the failure of a call to a safe message. Network errors contain hosts and addresses, which clients must not see.
 * @param before for other errors: without a response the upstream counts as unreachable, later as disconnected
 * @param name of the upstream, for clients that may know it
 */
export function upstreamFailure(thrown: unknown, before: 'unreachable' | 'broken', name?: string): Failure {
  const { code, predicate } = PROBLEMS[thrown instanceof EgressFailure ? thrown.kind : before]
  const caller = name === undefined ? 'The upstream' : `The upstream "${name}"`
  return new Failure(code, `${caller} ${predicate}.`, { cause: thrown })
}

/** Returns the status of an answer that failed after its start. */
export function upstreamStatus({ code }: Failure): number {
  return code === 'upstream_timeout' ? 504 : 502
}
