import { randomBytes } from 'node:crypto'
import { lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '@gatehouse/kernel'

/**
 * Replaces a file atomically: readers see either the old or the new content.
 * @param before expected current content
 * @throws {Failure} `conflict` if the content has changed; system errors
 */
export async function replaceFile(path: string, before: Uint8Array, text: string): Promise<void> {
  const { mode } = await lstat(path)
  const draft = join(dirname(path), `.gatehouse-${randomBytes(6).toString('hex')}`)
  const file = await open(draft, 'wx', mode & 0o777)
  try {
    try {
      await file.chmod(mode & 0o777)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    const found = await lstat(path)
    if (!found.isFile() || !(await readFile(path)).equals(before)) {
      throw new Failure('conflict', 'The file was modified while it was being fixed.')
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
