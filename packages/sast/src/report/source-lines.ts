import { lineStarts } from '../tree/compact-tree.ts'
import { snippetOf } from './observe.ts'

/** Number of files in memory: those of one finding, and some that the next finding shares. */
const FILES_MAX = 64
/** Number of characters of a line: enough to understand the code. */
const LINE_CHARS_MAX = 200

interface Source {
  readonly text: string
  readonly lines: Uint32Array
}

/** Single lines of scanned files, with possible secrets redacted. */
export class SourceLines {
  readonly #read: (path: string) => Promise<string | undefined>
  readonly #files = new Map<string, Source | undefined>()

  /** @param read returns the text of a file; undefined for a removed file */
  constructor(read: (path: string) => Promise<string | undefined>) {
    this.#read = read
  }

  /** Loads these files, one after the other. */
  async need(paths: Iterable<string>): Promise<void> {
    const wanted = new Set(paths)
    if (this.#files.size + wanted.size > FILES_MAX) this.#files.clear()
    for (const path of wanted) {
      if (this.#files.has(path)) continue
      // oxlint-disable-next-line no-await-in-loop
      const text = await this.#read(path)
      this.#files.set(path, text === undefined ? undefined : { text, lines: lineStarts(text) })
    }
  }

  /** Returns the whole text of a loaded file. */
  textOf(path: string): string | undefined {
    return this.#files.get(path)?.text
  }

  /** Returns a line of a loaded file without its indentation; from 1. Undefined for a missing or blank line. */
  lineOf(path: string, line: number): string | undefined {
    const source = this.#files.get(path)
    if (source === undefined || line < 1 || line > source.lines.length) return undefined
    const code = snippetOf(source.text, source.lines, line, line).trim()
    if (code === '') return undefined
    return code.length > LINE_CHARS_MAX ? `${code.slice(0, LINE_CHARS_MAX - 1).toWellFormed()}…` : code
  }
}
