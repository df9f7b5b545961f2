import type { SourceTree } from '../../src/index.ts'

/** A tree of files in memory. */
export function treeOf(files: Readonly<Record<string, string>>): SourceTree {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  const read = (path: string): Buffer => {
    const found = bytes.get(path)
    if (found === undefined) throw new Error(`there is no ${path}`)
    return found
  }
  return {
    files: [...bytes]
      .map(([path, { length }]) => ({ path, size_bytes: length }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    gaps: [],
    read: async (path, maxBytes) => read(path).subarray(0, maxBytes),
    async *stream(path) {
      yield read(path)
    },
  }
}

/** Rules that find calls of `danger` in JavaScript and Python and LATER1 in any text. */
export const RULES = {
  own: false,
  files: [
    {
      path: 'r.yaml',
      text: `rules:
- id: danger
  message: Calls danger with $X.
  severity: ERROR
  languages: [javascript, python]
  pattern: danger($X)
  fix: safe($X)
  metadata: {cwe: CWE-77, references: ['https://example.org/danger']}
- id: later
  message: Something is left to do.
  severity: INFO
  languages: [regex]
  pattern-regex: 'LATER\\d'
`,
    },
  ],
}
