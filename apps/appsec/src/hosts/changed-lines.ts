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
