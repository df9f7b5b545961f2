import { Failure } from '@gatehouse/kernel'

/** Ours: so long a client may wait by itself for an upstream that is left alone for the moment. */
const SOON_S_MAX = 10

/** No upstream answered at all, after all tries of ours. */
export class UpstreamUnavailable extends Failure {
  /** Whether a client that tries again only multiplies tries. */
  readonly isFinal: boolean

  /** @param attempts tries that were made of one request; none where all upstreams are left alone for the moment */
  constructor({ code, message, cause, retryAfter_s }: Failure, attempts: number) {
    super(code, message, { cause, ...(retryAfter_s === undefined ? {} : { retryAfter_s }) })
    this.isFinal = attempts === 0 ? retryAfter_s === undefined || retryAfter_s > SOON_S_MAX : attempts > 1
  }
}
