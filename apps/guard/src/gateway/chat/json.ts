import type { JsonObject } from './dialect.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; nothing where the value is none. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Where a value stands in a document. */
export type JsonPath = readonly (string | number)[]

/** The document with another value in one place; what leads there is copied, the rest is shared. */
export function withValueAt(document: unknown, path: JsonPath, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (Array.isArray(document)) {
    return document.map((item, index) => (index === step ? withValueAt(item, rest, value) : item))
  }
  const object = isObject(document) ? document : {}
  return { ...object, [step]: withValueAt(object[step], rest, value) }
}

/** Pictures and sounds in an address of their own hold no text. */
const MEDIA_ADDRESS = /^data:(?:image|audio|video)\//i

/** All names and texts in a value, in their order, for what is screened as a whole. Nesting is bounded by whoever parsed it. */
export function textsWithin(value: unknown): readonly string[] {
  const texts: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string') {
      if (one !== '' && !MEDIA_ADDRESS.test(one)) texts.push(one)
    } else if (Array.isArray(one)) {
      for (let index = one.length - 1; index >= 0; index -= 1) open.push(one[index])
    } else if (isObject(one)) {
      const members = Object.entries(one)
      // The sound of an answer; what is said in it stands beside it as a transcript.
      const isSound = 'transcript' in one && 'data' in one
      for (let index = members.length - 1; index >= 0; index -= 1) {
        const [name, member] = members[index]!
        if (isSound && name === 'data') continue
        open.push(member, name)
      }
    }
  }
  return texts
}
