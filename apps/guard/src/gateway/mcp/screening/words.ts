import { tooLarge } from './bounds.ts'
import { isFields, KEPT } from './envelope.ts'

/** Values of one message, and how deep they lie: what is larger was refused before, and is refused here. */
const TEXTS_MAX = 200_000
const DEPTH_MAX = 128

/**
 * What a JSON text says: its texts in their order, a line each, without the names and values of the protocol.
 * @throws {Failure} `body_too_large` for what cannot be read to its end
 */
export function wordsIn(json: string): string {
  const words: string[] = []
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) throw tooLarge(`${DEPTH_MAX} levels`)
    if (typeof value === 'string') {
      if (words.length === TEXTS_MAX) throw tooLarge(`${TEXTS_MAX} texts`)
      words.push(value)
    } else if (Array.isArray(value)) for (const inner of value) walk(inner, depth + 1)
    else if (isFields(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (!(KEPT.has(name) && typeof inner === 'string')) walk(inner, depth + 1)
      }
    }
  }
  walk(JSON.parse(json), 0)
  return words.join('\n')
}
