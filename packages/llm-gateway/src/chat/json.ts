import type { JsonObject } from './dialect.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the objects of a list; empty for any other value. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Form of names from provider and client: tools, users, roles. */
const NAME = /^[\w.:/-]{1,64}$/

/**
 * Returns the source of a name. A word without spaces contains no instruction and is screened separately as application text, because next
 * to a text it would confuse detection. Other names have the source of their message.
 */
export function sourceOfName<S extends string>(name: string, source: S): S | 'application' {
  return NAME.test(name) ? 'application' : source
}

/** Path of a value in a document. */
export type JsonPath = readonly (string | number)[]

/** A new value for one path of a document. */
export interface Change {
  readonly path: JsonPath
  readonly value: unknown
}

/** Changes as a tree of paths, so that a shared path is traversed and copied once. */
interface Branch {
  readonly next: Map<string | number, Branch>
  change?: Change
}

/** Returns the document with new values at some paths. Copies their parents once and shares all other values. Takes linear time. */
export function withValues(document: JsonObject, changes: Iterable<Change>): JsonObject {
  const root: Branch = { next: new Map() }
  for (const change of changes) {
    let branch = root
    for (const step of change.path) {
      let next = branch.next.get(step)
      if (next === undefined) {
        next = { next: new Map() }
        branch.next.set(step, next)
      }
      branch = next
    }
    branch.change = change
  }
  return membersRewritten(document, root.next)
}

function rewritten(document: unknown, { next, change }: Branch): unknown {
  if (change !== undefined) return change.value
  if (next.size === 0) return document
  if (Array.isArray(document)) {
    const items: unknown[] = document.slice()
    for (const [step, branch] of next) if (typeof step === 'number') items[step] = rewritten(items[step], branch)
    return items
  }
  return membersRewritten(isObject(document) ? document : {}, next)
}

function membersRewritten(before: JsonObject, next: Branch['next']): JsonObject {
  if (next.size === 0) return before
  const members = { ...before }
  for (const [step, branch] of next) {
    const value = rewritten(Object.hasOwn(before, step) ? before[step] : undefined, branch)
    // The name may be `__proto__`, and an assignment would replace the prototype.
    Object.defineProperty(members, step, { value, writable: true, enumerable: true, configurable: true })
  }
  return members
}

/** Images and audio in data URLs contain no text. */
const MEDIA_ADDRESS = /^data:(?:image|audio|video)\//i

/** Characters of encoded audio and images. */
const ENCODED = /^[\w+/=-]*$/

/** Returns whether a value may be audio or an image: it contains no spaces or other word separators. */
export function isEncoded(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && ENCODED.test(value))
}

/** Returns all names and texts in a value, in order. The parser limits the nesting. */
export function textsWithin(value: unknown): readonly string[] {
  const texts: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const item = open.pop()
    if (typeof item === 'string') {
      if (item !== '' && !MEDIA_ADDRESS.test(item)) texts.push(item)
    } else if (Array.isArray(item)) {
      for (let index = item.length - 1; index >= 0; index -= 1) open.push(item[index])
    } else if (isObject(item)) {
      const members = Object.entries(item)
      // Audio of an answer, with its transcript.
      const isSound = 'transcript' in item && 'data' in item
      for (let index = members.length - 1; index >= 0; index -= 1) {
        const [name, member] = members[index]!
        if (isSound && name === 'data' && isEncoded(member)) continue
        open.push(member, name)
      }
    }
  }
  return texts
}
