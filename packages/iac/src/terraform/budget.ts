import { Failure } from '@gatehouse/kernel'

/** Ours: steps of evaluation for one root module, a thousand times what a large one takes. */
const STEPS_MAX = 5_000_000
/** Ours: nested calls, references and blocks. The stack bears some thousands of frames. */
const DEPTH_MAX = 150
/** Ours: blocks that one root module makes. */
const BLOCKS_MAX = 20_000
/** Ours: characters of a rendered root module. */
export const RENDERED_CHARS_MAX = 8 * 1024 * 1024
/** Ours: values of one list, characters of one text. */
export const VALUES_MAX = 10_000
export const TEXT_CHARS_MAX = 1024 * 1024

/** Counts what evaluation costs. Every count ends by `Failure('limit_reached')`. */
export class Budget {
  #steps = 0
  #depth = 0
  #blocks = 0

  step(count = 1): void {
    this.#steps += count
    if (this.#steps > STEPS_MAX) throw limit(`It took more than ${STEPS_MAX} steps to evaluate`)
  }

  block(): void {
    this.#blocks += 1
    if (this.#blocks > BLOCKS_MAX) throw limit(`It makes more than ${BLOCKS_MAX} blocks`)
  }

  /** Goes one level down while `run` runs. */
  deeper<T>(run: () => T): T {
    if (this.#depth >= DEPTH_MAX) throw limit(`Its values refer to each other more than ${DEPTH_MAX} levels deep`)
    this.#depth += 1
    try {
      return run()
    } finally {
      this.#depth -= 1
    }
  }
}

function limit(sentence: string): Failure {
  return new Failure('limit_reached', `${sentence}; what comes after that was not read.`)
}
