import { readPath } from './paths.ts'
import { eventText } from './reply-text.ts'
import { bounded, TEXT_UNITS_MAX } from './heard.ts'

/** Paths of incremental pieces, which never repeat earlier text. */
const DELTA_PATHS: readonly string[] = ['choices.0.delta', 'delta', 'token', 'chunk']

/** Text of a stream: concatenated deltas, and cumulative texts that grow or are repeated at the end. */
class StreamedText {
  #deltas = ''
  readonly #wholes: string[] = []
  hasWords = false

  add(piece: string, isDelta: boolean): void {
    if (piece === '') return
    this.hasWords ||= piece.trim() !== ''
    if (!isDelta) this.#wholes.push(piece)
    else if (!this.isFull) this.#deltas += piece
  }

  get isFull(): boolean {
    return this.#deltas.length > TEXT_UNITS_MAX
  }

  /** Returns undefined without text. */
  joined(): string | undefined {
    const whole = joinWholes(this.#wholes)
    if (whole === undefined) return this.#deltas === '' ? undefined : this.#deltas
    if (this.#deltas === '' || whole.startsWith(this.#deltas.trim())) return whole
    return this.#deltas.includes(whole.trim()) ? this.#deltas : `${this.#deltas}\n${whole}`
  }
}

/** Joins cumulative texts: some streams send the entire text with each event, others at the end. */
function joinWholes(pieces: readonly string[]): string | undefined {
  const last = pieces.at(-1)
  if (last === undefined) return undefined
  if (pieces.every((piece, at) => at === 0 || piece.startsWith(pieces[at - 1]!))) return last
  const before = pieces.slice(0, -1).join('')
  return before.trim() === last.trim() ? last : before + last
}

/** Text of a stream, from the configured path if it has text, else from the usual paths. */
export class StreamText {
  readonly #path: string | undefined
  readonly #named = new StreamedText()
  readonly #usual = new StreamedText()

  constructor(path: string | undefined) {
    this.#path = path
  }

  get isFull(): boolean {
    return this.#named.isFull || this.#usual.isFull
  }

  get hasWords(): boolean {
    return this.#named.hasWords || this.#usual.hasWords
  }

  push(value: unknown): void {
    const isDelta = typeof value === 'string' || DELTA_PATHS.some((path) => readPath(value, path) !== undefined)
    if (this.#path !== undefined) this.#named.add(eventText(value, this.#path) ?? '', isDelta)
    this.#usual.add(eventText(value, undefined) ?? '', isDelta)
  }

  text(): { readonly text: string | undefined; readonly wasCut: boolean } {
    const joined = this.#named.joined() ?? this.#usual.joined()
    return joined === undefined ? { text: undefined, wasCut: false } : bounded(joined)
  }
}
