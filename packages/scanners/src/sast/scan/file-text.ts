import { languageOfText } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { type ParsedFile, parseFile } from '../search/search-file.ts'
import { Suppressions } from '../search/suppress.ts'

/** The text of a file with what all that looks at it shares: it is parsed once, where somebody needs that. */
export class FileText {
  readonly path: string
  readonly text: string
  readonly language: Language | undefined
  #parsed: Promise<ParsedFile | undefined> | undefined
  #suppressions: Suppressions | undefined

  constructor(path: string, text: string) {
    this.path = path
    this.text = text
    this.language = languageOfText(path, text)
  }

  /** @returns undefined where it has no grammar, or is too much for it */
  parsed(): Promise<ParsedFile | undefined> {
    this.#parsed ??= this.language === undefined ? Promise.resolve(undefined) : parseFile(this.text, this.language)
    return this.#parsed
  }

  /** What its comments say of findings. */
  get suppressions(): Suppressions {
    this.#suppressions ??= new Suppressions(this.text)
    return this.#suppressions
  }
}
