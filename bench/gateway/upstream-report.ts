/** One stream from the upstream's view. Times are wall clock with fractions, so that processes can be compared. */
export interface StreamReport {
  readonly id: string
  /** When its first token was due. */
  readonly started_ms: number
  /** Time when the last byte was written to the socket; 0 before. */
  lastWrite_ms: number
  /** When the reader broke it off; 0 if it did not. */
  closed_ms: number
  /** Bytes written to the socket. */
  bytes: number
}

export interface UpstreamReport {
  readonly answered: number
  readonly bytes: number
  /** Streams that are neither complete nor broken off. */
  readonly open: number
  readonly streams: readonly StreamReport[]
}

/** Returns the wall clock time with the resolution of the monotonic clock. */
export function now_ms(): number {
  return performance.timeOrigin + performance.now()
}
