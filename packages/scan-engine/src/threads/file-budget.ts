/** Own limit for the CPU time of one file. The slowest files of real projects take a few seconds. */
export const FILE_CPU_MS_MAX = 60_000

/** Limits the CPU time that a scan thread spends on one file, so that no file occupies a worker slot indefinitely. */
export class FileBudget {
  readonly #max_ms: number
  #filesDone = 0
  #begun_ms: number | undefined

  constructor(max_ms = FILE_CPU_MS_MAX) {
    this.#max_ms = max_ms
  }

  /**
   * Returns whether the current file exceeds its limit.
   * @param filesDone number of completed files of the shard
   * @param cpu_ms CPU time of the thread since its start
   */
  isSpent(filesDone: number, cpu_ms: number): boolean {
    if (this.#begun_ms === undefined || filesDone !== this.#filesDone) {
      this.#filesDone = filesDone
      this.#begun_ms = cpu_ms
    }
    return cpu_ms - this.#begun_ms > this.#max_ms
  }

  /** Reason of the file's coverage gap. */
  get reason(): string {
    return `The analysis exceeded ${this.#max_ms / 1_000} s of processor time.`
  }
}
