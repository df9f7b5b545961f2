import { languageOfText } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { type ParsedFile, parseFile } from '../search/search-file.ts'
import { Suppressions } from '../search/suppress.ts'
import { type EmbeddedCode, embeddedCode } from '../text/embedded.ts'
import { withPlainNames } from '../text/escapes.ts'
import { settingsText } from '../text/settings.ts'

/** Content of a {@link FileText}. */
interface View {
  readonly language: Language | undefined
  readonly text: string
  readonly lines?: readonly number[]
}

/** The text of a file with shared analysis results: it is parsed once, at first use. */
export class FileText {
  readonly path: string
  /** Decoded content of the file. */
  readonly raw: string
  /** The code: of a page its scripts, of a notebook its cells, with names as the language reads them. */
  readonly text: string
  readonly language: Language | undefined
  /** Whether the code is only a part of the file. */
  readonly isEmbedded: boolean
  /** Settings of a framework as `key=value`, line by line; if absent, the file has none. */
  readonly settings: string | undefined
  readonly #lines: readonly number[] | undefined
  #parsed: Promise<ParsedFile | undefined> | undefined
  #suppressions: Suppressions | undefined

  private constructor(path: string, raw: string, { language, text, lines }: View, isEmbedded: boolean) {
    this.path = path
    this.raw = raw
    this.text = text
    this.language = language
    this.isEmbedded = isEmbedded
    this.settings = settingsText(path, raw)
    this.#lines = lines
  }

  /** @returns undefined for a file whose content does not match its name, so that its code cannot be parsed */
  static async of(path: string, raw: string): Promise<FileText | undefined> {
    const embedded = embeddedCode(path, raw)
    if (embedded === 'unreadable') return undefined
    const { language, text, ...more }: View = (await readable(embedded)) ?? {
      language: languageOfText(path, raw),
      text: raw,
    }
    const plain = language === undefined ? text : await withPlainNames(text, language)
    return new FileText(path, raw, { ...more, language, text: plain }, embedded !== undefined)
  }

  /** The line of the file of a line of the code, both from 1. */
  lineInFile(line: number): number {
    return this.#lines === undefined ? line : (this.#lines[line - 1] ?? line)
  }

  /** Whether lines of the code are others in the file. */
  get hasOwnLines(): boolean {
    return this.#lines !== undefined
  }

  /** @returns undefined for a file without a grammar, or one that exceeds the parser limits */
  parsed(): Promise<ParsedFile | undefined> {
    this.#parsed ??= this.language === undefined ? Promise.resolve(undefined) : parseFile(this.text, this.language)
    return this.#parsed
  }

  /** Returns the suppression comments. */
  get suppressions(): Suppressions {
    this.#suppressions ??= new Suppressions(this.text)
    return this.#suppressions
  }
}

/** The code of a page that can be parsed. */
async function readable(embedded: EmbeddedCode | undefined): Promise<View | undefined> {
  if (embedded?.fallback === undefined) return embedded
  const { fallback, ...code } = embedded
  const parsed = await parseFile(code.text, code.language)
  return parsed?.unread.length === 0 ? code : { ...code, text: fallback }
}
