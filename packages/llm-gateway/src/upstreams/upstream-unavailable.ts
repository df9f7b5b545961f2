import { Failure } from '@gatehouse/kernel'

/** Own limit: maximum retry delay for which a client waits itself. */
const SOON_S_MAX = 10

/** No upstream responded after all attempts. */
export class UpstreamUnavailable extends Failure {
  /** Whether client retries would only multiply the attempts. */
  readonly isFinal: boolean

  /** @param attempts number of attempts for one request; 0 if all upstreams are paused */
  constructor({ code, message, cause, retryAfter_s }: Failure, attempts: number) {
    super(code, message, { cause, ...(retryAfter_s === undefined ? {} : { retryAfter_s }) })
    this.isFinal = attempts === 0 ? retryAfter_s === undefined || retryAfter_s > SOON_S_MAX : attempts > 1
  }
}
