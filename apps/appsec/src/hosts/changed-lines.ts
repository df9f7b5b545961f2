const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Returns the lines that the hunks of one file add, by their numbers in the new file. */
export function addedLines(patch: string): Set<number> {
  const added = new Set<number>()
  let at: number | undefined
  for (const line of patch.split('\n')) {
    const [, start] = HUNK.exec(line) ?? []
    if (start !== undefined) {
      at = Number(start)
      continue
    }
    if (at === undefined || line.startsWith('-') || line.startsWith('\\')) continue
    if (line.startsWith('+')) added.add(at)
    at += 1
  }
  return added
}

const COUNTED_HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
/** Git quotes other names. */
const NEW_FILE = /^\+\+\+ b\/(.+?)\t?$/

/** Returns the added lines of each file in a diff of git. Deleted files, and files with quoted names, are omitted. */
export function addedLinesByFile(diff: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>()
  let added: Set<number> | undefined
  let at = 0
  let old = 0
  let fresh = 0
  for (const line of diff.split('\n')) {
    // Within a hunk, a line can look like a header.
    if (old <= 0 && fresh <= 0) {
      const hunk = COUNTED_HUNK.exec(line)
      if (hunk !== null) {
        old = Number(hunk[1] ?? 1)
        at = Number(hunk[2])
        fresh = Number(hunk[3] ?? 1)
      } else if (line.startsWith('+++ ')) {
        const [, path] = NEW_FILE.exec(line) ?? []
        added = path === undefined ? undefined : new Set()
        if (path !== undefined) files.set(path, added!)
      }
      continue
    }
    if (line.startsWith('\\')) continue
    if (line.startsWith('-')) {
      old -= 1
      continue
    }
    if (line.startsWith('+')) added?.add(at)
    else old -= 1
    fresh -= 1
    at += 1
  }
  return files
}
