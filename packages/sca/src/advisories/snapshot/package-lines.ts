import { closeSync, openSync, rmSync } from 'node:fs'
import { readAt } from '../table/open.ts'
import { openOutput } from '../table/write.ts'

/** Name of the file in which lines wait until they are sorted; no part of a finished snapshot. */
export const LINES_FILE = 'packages.lines'

/** Package statements of records in order of arrival, on disk until they are written sorted. */
export interface PackageLines {
  /** @param number  of the record */
  readonly add: (key: string, number: number, line: string) => void
  /** Removes the lines of replaced records; afterwards no line can be added. */
  readonly dropReplaced: (isCurrent: (number: number) => boolean) => void
  readonly keys: () => Iterable<string>
  readonly size: () => number
  /** The lines of a package in the order of the ids of their records. */
  readonly linesOf: (key: string) => string[]
  /** Removes the file. */
  readonly close: () => void
}

const NONE = -1

/**
 * Four numbers per line stay in memory, lines of a package are chained: objects would need several times the memory.
 * @param idOf returns the id of a record by its number
 */
export function createPackageLines(path: string, idOf: (number: number) => string): PackageLines {
  const output = openOutput(path)
  /** Key → its latest line. */
  const packages = new Map<string, number>()
  const records: number[] = []
  const starts: number[] = []
  const lengths: number[] = []
  /** The line of the same package before it. */
  const previous: number[] = []
  let file: number | undefined
  const chainOf = (last: number): number[] => {
    const chain: number[] = []
    for (let at = last; at !== NONE; at = previous[at] ?? NONE) chain.push(at)
    return chain.toReversed()
  }
  const recordOf = (line: number): number => records[line] ?? NONE
  return {
    add: (key, number, text) => {
      const bytes = Buffer.from(text)
      const line = records.push(number) - 1
      starts.push(output.written())
      lengths.push(bytes.length)
      previous.push(packages.get(key) ?? NONE)
      packages.set(key, line)
      output.write(bytes)
    },
    dropReplaced: (isCurrent) => {
      output.close()
      file = openSync(path, 'r')
      for (const [key, last] of packages) {
        let remaining = NONE
        for (const line of chainOf(last)) {
          if (!isCurrent(recordOf(line))) continue
          previous[line] = remaining
          remaining = line
        }
        if (remaining === NONE) packages.delete(key)
        else packages.set(key, remaining)
      }
    },
    keys: () => packages.keys(),
    size: () => packages.size,
    linesOf: (key) => {
      const from = file
      if (from === undefined) return []
      return chainOf(packages.get(key) ?? NONE)
        .map((line) => ({ id: idOf(recordOf(line)), line }))
        .sort((a, b) => (a.id === b.id ? a.line - b.line : a.id < b.id ? -1 : 1))
        .map(({ line }) => readAt(from, starts[line] ?? 0, lengths[line] ?? 0).toString())
    },
    close: () => {
      if (file === undefined) output.close()
      else closeSync(file)
      rmSync(path, { force: true })
    },
  }
}
