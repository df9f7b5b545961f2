export interface WorkerLease {
  readonly worker: string
  /** Time after which an unrenewed lease expires, by the clock of the database. */
  readonly lease_ms: number
}

/** State of leased work after a renewal: still held, withdrawn or finished, or held by another worker. */
export type LeaseState = 'held' | 'ended' | 'taken'
