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

/** What provider and client call things: tools, users, roles. */
const NAME = /^[\w.:/-]{1,64}$/

/**
 * From whom a name is: a word without blanks gives nobody orders, and beside a text it would only confuse who looks for them, so
 * that it is screened by itself as the application's own. What is longer or has blanks is whoever's words it stands in.
 */
export function sourceOfName<S extends string>(name: string, source: S): S | 'application' {
  return NAME.test(name) ? 'application' : source
}

/** Where a value stands in a document. */
export type JsonPath = readonly (string | number)[]

/** Another value for one place of a document. */
export interface Change {
  readonly path: JsonPath
  readonly value: unknown
}

/** Changes by the way to them, so that what many share is walked and copied once. */
interface Branch {
  readonly next: Map<string | number, Branch>
  change?: Change
}

/** The document with other values in some places; what leads there is copied once, the rest is shared. Linear in both. */
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
    // A name may be that of the prototype, which an assignment would replace.
    Object.defineProperty(members, step, { value, writable: true, enumerable: true, configurable: true })
  }
  return members
}

/** Pictures and sounds in an address of their own hold no text. */
const MEDIA_ADDRESS = /^data:(?:image|audio|video)\//i

/** What sounds and pictures are written in. */
const ENCODED = /^[\w+/=-]*$/

/** Whether a value can be a sound or a picture: it holds no blank, and no other sign that parts words. */
export function isEncoded(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && ENCODED.test(value))
}

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
        if (isSound && name === 'data' && isEncoded(member)) continue
        open.push(member, name)
      }
    }
  }
  return texts
}
