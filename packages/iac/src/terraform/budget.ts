import { Failure } from '@gatehouse/kernel'

/** Own limit: evaluation steps of one root module, a thousand times the need of a large one. */
const STEPS_MAX = 5_000_000
/** Own limit: nested calls, references and blocks. The stack allows some thousands of frames. */
const DEPTH_MAX = 150
/** Own limit: blocks that one root module generates. */
const BLOCKS_MAX = 20_000
/** Own limit: characters of a rendered root module. */
export const RENDERED_CHARS_MAX = 8 * 1024 * 1024
/** Own limit: values of one list, characters of one text. */
export const VALUES_MAX = 10_000
export const TEXT_CHARS_MAX = 1024 * 1024

/** Counts the cost of evaluation. Every counter throws `Failure('limit_reached')` at its limit. */
export class Budget {
  #steps = 0
  #depth = 0
  #blocks = 0

  step(count = 1): void {
    this.#steps += count
    if (this.#steps > STEPS_MAX) throw limit(`Evaluation exceeded ${STEPS_MAX} steps`)
  }

  block(): void {
    this.#blocks += 1
    if (this.#blocks > BLOCKS_MAX) throw limit(`The configuration expands to more than ${BLOCKS_MAX} blocks`)
  }

  /** Runs `run` one level deeper. */
  deeper<T>(run: () => T): T {
    if (this.#depth >= DEPTH_MAX) throw limit(`Values refer to each other more than ${DEPTH_MAX} levels deep`)
    this.#depth += 1
    try {
      return run()
    } finally {
      this.#depth -= 1
    }
  }
}

function limit(sentence: string): Failure {
  return new Failure('limit_reached', `${sentence}; the rest was not read.`)
}
