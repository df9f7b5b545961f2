import type { Finding, Program } from './group.ts'

/** New text, a text range of the changed file, or the text of the current value of such a range. */
export type Piece =
  | string
  | readonly [number, number]
  | { readonly text: string; readonly of: readonly [number, number] }

/** A rewritten statement, and the rules whose verdicts on it have to stay. */
export interface Site {
  readonly start: number
  readonly end: number
  readonly rules: ReadonlySet<string>
}

interface Range {
  readonly start: number
  readonly end: number
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Piece[]
  readonly site: Site | undefined
}

/** Destination of a text range of the old file; `instead` replaces all of the range, `value` is its value. */
interface Went {
  readonly from: number
  readonly end: number
  readonly file: string
  readonly to: number
  readonly how: 'as it was' | 'instead' | 'value'
}

/** Text that an edit has written. */
interface Written {
  readonly file: string
  readonly from: number
  readonly end: number
  readonly site: Site
}

/** A changed program, with a map from old to new locations of findings. */
export interface Mutated {
  readonly program: Program
  placeOf(finding: Finding): { readonly file: string; readonly offset: number } | undefined
  /** Returns the site that produced the code at a location of the new program. */
  siteAt(file: string, offset: number): Site | undefined
  /** Returns the site of a location in the old file. */
  siteOf(finding: Finding): Site | undefined
  /** Whether a verdict of a rule has to stay in unchanged code. */
  judges(rule: string): boolean
  /** Rules with a tested verdict; undefined for all. */
  readonly siteRules: ReadonlySet<string> | undefined
}

/** Changes of one file of a program. */
export class Draft {
  readonly file: string
  readonly #program: Program
  readonly #text: string
  readonly #edits: Edit[] = []
  readonly #others = new Map<string, Edit[]>()
  readonly #sites: Site[] = []
  #site: Site | undefined
  /** Whether a verdict of a rule has to stay in unchanged code. */
  judges: (rule: string) => boolean = () => true

  constructor(program: Program, file: string) {
    this.#program = program
    this.file = file
    this.#text = program.get(file)!
  }

  get count(): number {
    return this.#edits.length
  }

  /** Replaces a range by pieces. @returns false where a part of it is changed already */
  replace(start: number, end: number, ...pieces: readonly Piece[]): boolean {
    if (!this.isFree(start, end)) return false
    this.#edits.push({ start, end, pieces, site: this.#site })
    return true
  }

  /** Moves each of the second ranges, with its changes, to the first range with the same index. */
  permute(places: readonly Range[], ranges: readonly Range[]): void {
    const pieceLists = ranges.map((range) => this.#take(range))
    for (const [at, { start, end }] of places.entries()) this.replace(start, end, ...pieceLists[at]!)
  }

  /** Returns the text of a range with its changes so far; the changes move to the caller. */
  #take({ start, end }: Range): readonly Piece[] {
    const inner = this.#edits.filter((edit) => edit.start >= start && edit.end <= end)
    for (const item of inner) this.#edits.splice(this.#edits.indexOf(item), 1)
    const pieces: Piece[] = []
    let at = start
    for (const item of inner.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      pieces.push([at, item.start], ...item.pieces)
      at = item.end
    }
    return [...pieces, [at, end]]
  }

  /** Starts a site: further edits belong to it. */
  open(site: Site): void {
    this.#sites.push(site)
    this.#site = site
  }

  /** Ends a site: further edits belong to none. */
  close(): void {
    this.#site = undefined
  }

  isFree(start: number, end: number): boolean {
    return this.#edits.every((edit) => edit.end <= start || edit.start >= end)
  }

  insert(at: number, ...pieces: readonly Piece[]): boolean {
    return this.replace(at, at, ...pieces)
  }

  /** Appends pieces to a new file. */
  append(file: string, ...pieces: readonly Piece[]): void {
    const edit = { start: 0, end: 0, pieces, site: this.#site }
    this.#others.set(file, [...(this.#others.get(file) ?? []), edit])
  }

  done(): Mutated {
    const went: Went[] = []
    const written: Written[] = []
    const edits = this.#edits.map((edit, at) => [edit, at] as const)
    // At one offset, insertions precede replacements, each in order of arrival.
    edits.sort(([a, i], [b, j]) => a.start - b.start || a.end - b.end || i - j)
    const own: (Edit | Piece)[] = []
    let at = 0
    for (const [edit] of edits) {
      own.push([at, edit.start], edit)
      at = edit.end
    }
    own.push([at, this.#text.length])
    const program = new Map(this.#program)
    for (const [file, parts] of [[this.file, own] as const, ...this.#others])
      program.set(file, this.#write(file, parts, went, written))
    const siteOf = ({ file, start }: Finding): Site | undefined =>
      file === this.file ? this.#sites.find((site) => site.start <= start && start < site.end) : undefined
    return {
      program,
      placeOf: (finding) => this.#placeOf(finding, went),
      siteOf,
      judges: this.judges,
      siteRules: this.#sites.length === 0 ? undefined : new Set(this.#sites.flatMap(({ rules }) => [...rules])),
      siteAt: (file, offset) => {
        const by = written.find((item) => item.file === file && item.from <= offset && offset < item.end)
        if (by !== undefined) return by.site
        const old = went.find(
          (item) =>
            item.how === 'as it was' &&
            item.file === file &&
            item.to <= offset &&
            offset < item.to + item.end - item.from,
        )
        return old && siteOf({ rule: '', file: this.file, start: old.from + offset - old.to, end: 0 })
      },
    }
  }

  #write(file: string, parts: readonly (Edit | Piece)[], went: Went[], written: Written[]): string {
    let text = ''
    const put = (piece: Piece): void => {
      if (typeof piece === 'string') text += piece
      else if ('of' in piece) {
        went.push({ from: piece.of[0], end: piece.of[1], file, to: text.length, how: 'value' })
        text += piece.text
      } else {
        went.push({ from: piece[0], end: piece[1], file, to: text.length, how: 'as it was' })
        text += this.#text.slice(piece[0], piece[1])
      }
    }
    for (const part of parts) {
      if (typeof part === 'string' || !('pieces' in part)) {
        put(part)
        continue
      }
      const { start, end, pieces, site } = part
      if (end > start) went.push({ from: start, end, file, to: text.length, how: 'instead' })
      const from = text.length
      for (const piece of pieces) put(piece)
      if (site !== undefined) written.push({ file, from, end: text.length, site })
    }
    return text
  }

  #placeOf({ file, start, end }: Finding, went: readonly Went[]): { file: string; offset: number } | undefined {
    if (file !== this.file) return { file, offset: start }
    const holds = went.filter((item) => item.from <= start && start < item.end)
    const found =
      // The value of a call argument is located at the argument, whatever computes it.
      holds.find((hold) => hold.how === 'value' && hold.from >= start && hold.end <= end) ??
      holds.find((hold) => hold.how === 'as it was') ??
      holds.find((hold) => hold.how === 'value') ??
      holds[0]
    if (found === undefined) return undefined
    return { file: found.file, offset: found.how === 'as it was' ? found.to + start - found.from : found.to }
  }
}
