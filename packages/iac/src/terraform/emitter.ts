import { Failure } from '@gatehouse/kernel'
import type { RenderedRange } from '../rendered.ts'
import { RENDERED_CHARS_MAX } from './budget.ts'
import type { ConfigFile } from './files.ts'

/** Generated text with the origin of its pieces. */
export class Emitter {
  readonly #chunks: string[] = []
  readonly #pieces: RenderedRange[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends text without a source. @throws {Failure} `limit_reached` */
  made(text: string): void {
    this.#chunks.push(text)
    this.#length += text.length
    if (this.#length > RENDERED_CHARS_MAX) {
      throw new Failure(
        'limit_reached',
        `The output exceeds ${RENDERED_CHARS_MAX / 1024 / 1024} MiB; the rest was not read.`,
      )
    }
  }

  /** Appends text with its source range in a file. */
  from(text: string, file: ConfigFile, { start, end }: { readonly start: number; readonly end: number }): void {
    if (text === '') return
    const before = this.#length
    const from = file.origin?.(start).from ?? start
    const to = file.origin?.(end).to ?? end
    this.made(text)
    this.#pieces.push({ start: before, end: this.#length, file: file.path, from, to })
  }

  /** Returns the text so far and resets the emitter. */
  take(): { readonly text: string; readonly pieces: readonly RenderedRange[] } {
    const claimed = { text: this.#chunks.join(''), pieces: [...this.#pieces] }
    this.#chunks.length = 0
    this.#pieces.length = 0
    this.#length = 0
    return claimed
  }
}
