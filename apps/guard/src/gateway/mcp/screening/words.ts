import { isFields, KEPT } from './envelope.ts'

/** Texts of one message, and how deep they lie; what is deeper was refused before. */
const TEXTS_MAX = 50_000
const DEPTH_MAX = 128

/** What a JSON text says: its texts in their order, a line each, without the names and values of the protocol. */
export function wordsIn(json: string): string {
  const words: string[] = []
  const walk = (value: unknown, depth: number): void => {
    if (words.length >= TEXTS_MAX || depth > DEPTH_MAX) return
    if (typeof value === 'string') words.push(value)
    else if (Array.isArray(value)) for (const inner of value) walk(inner, depth + 1)
    else if (isFields(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (!(KEPT.has(name) && typeof inner === 'string')) walk(inner, depth + 1)
      }
    }
  }
  walk(JSON.parse(json), 0)
  return words.join('\n')
}
