import { readFile } from 'node:fs/promises'
import type { FolderPort } from '../../src/repo/port.ts'

/** A folder that is only in memory. */
export function memoryFolder(files: Readonly<Record<string, string>>): FolderPort {
  return {
    async *list() {
      for (const [path, text] of Object.entries(files)) yield { path, size_bytes: Buffer.byteLength(text) }
    },
    read: (path, most_bytes) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined
      return Promise.resolve(text === undefined || Buffer.byteLength(text) > most_bytes ? undefined : text)
    },
  }
}

/** Loads a code base of `code-bases/`: files in one text, each below a line `=== path`. */
export async function codeBase(name: string): Promise<Record<string, string>> {
  const text = await readFile(new URL(`./code-bases/${name}.txt`, import.meta.url), 'utf8')
  const parts = text.split(/^=== (.*)\n/m).slice(1)
  return Object.fromEntries(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ''] as const] : [])))
}
