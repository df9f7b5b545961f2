import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type FactsHead, headOf } from '../taint/index.ts'

/** Data-flow facts of a file, in memory or on disk until the scan ends. */
export interface FlowFacts {
  readonly head: FactsHead
  /** About how long it is. */
  readonly units: number
  /** All of it, packed. */
  readonly read: () => string
}

/** Location of facts on disk. */
interface SpillLocation {
  /** In the folder. */
  readonly name: string
  readonly at: number
  readonly bytes: number
  readonly head: FactsHead
}

/** The first character shows whether the facts are inline or on disk. */
const KIND = { here: 'F', aside: 'A' } as const

/** Spills the facts of a shard's files to a file of its own: those of a large tree are as large as the tree. */
export class Aside {
  readonly #folder: string
  readonly #name = `${randomUUID()}.facts`
  #fd: number | undefined
  #at = 0

  /** @param folder folder that only this scan can read and write */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** @returns the carried reference; where nothing can be written, the facts themselves */
  put(facts: string): string {
    const bytes = Buffer.from(facts)
    try {
      this.#fd ??= openSync(join(this.#folder, this.#name), 'wx', 0o600)
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written, this.#at + written)
      }
    } catch {
      return inlineFacts(facts)
    }
    const place: SpillLocation = { name: this.#name, at: this.#at, bytes: bytes.length, head: headOf(facts) }
    this.#at += bytes.length
    return KIND.aside + JSON.stringify(place)
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
  }
}

/** Returns the carried value for inline facts. @param facts compressed */
export function inlineFacts(facts: string): string {
  return KIND.here + facts
}

/**
 * Returns the facts of files from the carried values of shards.
 * @param folder folder with spilled facts
 */
export function readFacts(carries: readonly string[], folder: string | undefined): readonly FlowFacts[] {
  return carries.flatMap((carry): readonly FlowFacts[] => {
    const rest = carry.slice(1)
    if (carry.startsWith(KIND.here)) return [parseInlineFacts(rest)]
    if (!carry.startsWith(KIND.aside) || folder === undefined) return []
    // Only values that a shard of this scanner carried arrive here.
    const place = JSON.parse(rest) as SpillLocation
    return [{ head: place.head, units: place.bytes, read: () => readSpilled(folder, place) }]
  })
}

/** @param facts packed */
export function parseInlineFacts(facts: string): FlowFacts {
  return { head: headOf(facts), units: facts.length, read: () => facts }
}

function readSpilled(folder: string, { name, at, bytes }: SpillLocation): string {
  const fd = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const buffer = Buffer.allocUnsafe(bytes)
    let read = 0
    while (read < bytes) {
      const more = readSync(fd, buffer, read, bytes - read, at + read)
      if (more === 0) throw new Error('stored data-flow facts are missing')
      read += more
    }
    return buffer.toString()
  } finally {
    closeSync(fd)
  }
}
