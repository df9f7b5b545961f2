/** One stream as the upstream saw it. Times are of the wall clock, with fractions, so that processes can compare. */
export interface StreamReport {
  readonly id: string
  /** When its first token was due. */
  readonly started_ms: number
  /** When the last byte was handed to the socket; 0 until then. */
  lastWrite_ms: number
  /** When the reader broke it off; 0 if it did not. */
  closed_ms: number
  /** Handed to the socket. */
  bytes: number
}

export interface UpstreamReport {
  readonly answered: number
  readonly bytes: number
  /** Streams that are neither complete nor broken off. */
  readonly open: number
  readonly streams: readonly StreamReport[]
}

/** The wall clock with the resolution of the steady one. */
export function now_ms(): number {
  return performance.timeOrigin + performance.now()
}
