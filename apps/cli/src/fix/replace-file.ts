import { randomBytes } from 'node:crypto'
import { lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '@gatehouse/kernel'

/**
 * Writes a file whole or not at all: who reads it meanwhile has the old one or the new one.
 * @param before what it was when it was looked at
 * @throws {Failure} `conflict` where it is no longer what it was; what the system says
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
      throw new Failure('conflict', 'The file was modified during the fix.')
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
