import { parse as parseToml } from 'smol-toml'
import { parseAllDocuments } from 'yaml'
import { nameOf } from './splice.ts'

/** Reads a format; throws for an invalid text. */
type Reader = (text: string) => unknown

const READERS: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/\.json$|^composer\.lock$/, (text) => JSON.parse(text) as unknown],
  [/\.toml$|^(?:Cargo|poetry|uv|pdm)\.lock$/, (text) => parseToml(text)],
  [
    /\.ya?ml$/,
    (text) => {
      for (const document of parseAllDocuments(text, { prettyErrors: false })) {
        const [error] = document.errors
        if (error !== undefined) throw error
      }
    },
  ],
]

/** Whether a text of a configuration format was valid and is no longer. Other formats are the scanners' matter. */
export function isBroken(path: string, before: string, after: string): boolean {
  const read = READERS.find(([name]) => name.test(nameOf(path)))?.[1]
  return read !== undefined && isValid(read, before) && !isValid(read, after)
}

function isValid(read: Reader, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}
