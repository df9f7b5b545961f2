import { Failure, messageOf } from '@gatehouse/kernel'

const CUT = /other side closed|terminated|aborted|reset|socket hang up|premature|ended/i
const lost = new WeakSet<Failure>()
/** Failures that already name the upstream. */
const explained = new WeakSet<Failure>()

/** Returns whether the connection was lost, so that a retry may help. */
export function wasLost(thrown: unknown): boolean {
  return thrown instanceof Failure && lost.has(thrown)
}

/** Creates error messages about an upstream, by its name and never by its address. */
export class UpstreamEvents {
  /** Subject of messages: `The tool server "search"`, or `The tool server` if the route has only one. */
  readonly subject: string

  constructor(name: string) {
    this.subject = name === '' ? 'The tool server' : `The tool server ${JSON.stringify(name)}`
  }

  /** @param predicate  rest of the sentence, e.g. `did not answer in time` */
  failure(predicate: string, cause?: unknown, retryAfter_s?: number): Failure {
    const options = {
      ...(cause === undefined ? {} : { cause }),
      ...(retryAfter_s === undefined ? {} : { retryAfter_s }),
    }
    const failure = new Failure('unavailable', `${this.subject} ${predicate}.`, options)
    explained.add(failure)
    return failure
  }

  /** Converts a network error to a message without the address. */
  explain(thrown: unknown): Failure {
    if (thrown instanceof Failure && explained.has(thrown)) return thrown
    if (thrown instanceof Failure && thrown.code === 'egress_refused') {
      return new Failure('egress_refused', `${this.subject} has an address that must not be called.`, { cause: thrown })
    }
    const failure = this.failure(
      CUT.test(messageOf(thrown)) ? 'dropped the connection' : 'could not be reached',
      thrown,
    )
    lost.add(failure)
    return failure
  }
}
