/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly fix: string
}

interface Placed extends Edit {
  /** Start of the range after the edits before it are applied. */
  readonly to: number
}

/** Non-overlapping edits of one text, in text order. */
export class Edits {
  readonly #edits: readonly Placed[]

  constructor(edits: readonly Edit[]) {
    let moves = 0
    this.#edits = edits.map((edit) => {
      const placed = { ...edit, to: edit.start + moves }
      moves += edit.fix.length - (edit.end - edit.start)
      return placed
    })
  }

  apply(text: string): string {
    let [written, from] = ['', 0]
    for (const { start, end, fix } of this.#edits) {
      written += text.slice(from, start) + fix
      from = end
    }
    return written + text.slice(from)
  }

  /** Returns the index of the edit at an offset of the original text; -1 for none. */
  at(offset: number): number {
    const edit = this.#last(({ start }) => start <= offset)
    const found = this.#edits[edit]
    return found !== undefined && offset < Math.max(found.end, found.start + 1) ? edit : -1
  }

  /** Returns the index of the edit at an offset of the changed text; -1 for none. */
  atAfter(offset: number): number {
    const edit = this.#last(({ to }) => to <= offset)
    const found = this.#edits[edit]
    return found !== undefined && offset < Math.max(found.to + found.fix.length, found.to + 1) ? edit : -1
  }

  /** Maps an offset of the original text to the changed text; an offset within an edit keeps its distance from the start of that edit. */
  moved(offset: number): number {
    const edit = this.#edits[this.#last(({ start }) => start <= offset)]
    if (edit === undefined) return offset
    return offset < edit.end ? edit.to + (offset - edit.start) : edit.to + edit.fix.length + (offset - edit.end)
  }

  /** Index of the last edit that satisfies a monotonic predicate; -1 for none. */
  #last(holds: (edit: Placed) => boolean): number {
    let [low, high] = [0, this.#edits.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (holds(this.#edits[middle]!)) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
