import { closeSync, openSync, rmSync } from 'node:fs'
import { readAt } from '../table/open.ts'
import { openOutput } from '../table/write.ts'

/** Name of the file in which lines wait until they are sorted; no part of a finished snapshot. */
export const LINES_FILE = 'packages.lines'

/** What records say of packages, in the order in which they came, on the disk until it is written in order. */
export interface PackageLines {
  readonly add: (key: string, id: string, number: number, line: string) => void
  /** Leaves out the lines of records that a newer one replaced; after it nothing can be added. */
  readonly dropReplaced: (isCurrent: (id: string, number: number) => boolean) => void
  readonly keys: () => Iterable<string>
  readonly size: () => number
  /** The lines of a package in the order of the ids of their records. */
  readonly linesOf: (key: string) => string[]
  /** Removes the file. */
  readonly close: () => void
}

interface Line {
  readonly id: string
  readonly number: number
  readonly start: number
  readonly length: number
}

export function createPackageLines(path: string): PackageLines {
  const output = openOutput(path)
  const packages = new Map<string, Line[]>()
  let file: number | undefined
  return {
    add: (key, id, number, line) => {
      const bytes = Buffer.from(line)
      const lines = packages.get(key)
      const added = { id, number, start: output.written(), length: bytes.length }
      output.write(bytes)
      if (lines === undefined) packages.set(key, [added])
      else lines.push(added)
    },
    dropReplaced: (isCurrent) => {
      output.close()
      file = openSync(path, 'r')
      for (const [key, lines] of packages) {
        const current = lines.filter(({ id, number }) => isCurrent(id, number))
        if (current.length === 0) packages.delete(key)
        else
          packages.set(
            key,
            current.sort((a, b) => (a.id === b.id ? a.start - b.start : a.id < b.id ? -1 : 1)),
          )
      }
    },
    keys: () => packages.keys(),
    size: () => packages.size,
    linesOf: (key) => {
      const from = file
      if (from === undefined) return []
      return (packages.get(key) ?? []).map(({ start, length }) => readAt(from, start, length).toString())
    },
    close: () => {
      if (file === undefined) output.close()
      else closeSync(file)
      rmSync(path, { force: true })
    },
  }
}
