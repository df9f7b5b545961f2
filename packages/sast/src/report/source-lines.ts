import { lineStarts } from '../tree/compact-tree.ts'
import { snippetOf } from './observe.ts'

/** Files that are held at once: those that the data of one finding passes, and some that the next one passes too. */
const FILES_MAX = 64
/** Characters of a line: enough to see what happens there. */
const LINE_CHARS_MAX = 200

interface Source {
  readonly text: string
  readonly lines: Uint32Array
}

/** Single lines of the files of a scan, without what may be a secret. */
export class SourceLines {
  readonly #read: (path: string) => Promise<string | undefined>
  readonly #files = new Map<string, Source | undefined>()

  /** @param read the text of a file; undefined where it is there no more */
  constructor(read: (path: string) => Promise<string | undefined>) {
    this.#read = read
  }

  /** Has these files at hand, one after the other. */
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

  /** The whole text of a file that is at hand. */
  textOf(path: string): string | undefined {
    return this.#files.get(path)?.text
  }

  /** A line of a file that is at hand, without its indentation; from 1. Undefined: there is none, or nothing on it. */
  lineOf(path: string, line: number): string | undefined {
    const source = this.#files.get(path)
    if (source === undefined || line < 1 || line > source.lines.length) return undefined
    const code = snippetOf(source.text, source.lines, line, line).trim()
    if (code === '') return undefined
    return code.length > LINE_CHARS_MAX ? `${code.slice(0, LINE_CHARS_MAX - 1).toWellFormed()}…` : code
  }
}
