import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the size of all files below a folder without following links; 0 for a missing folder. */
export async function folderSize(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue
    // A file that was just renamed counts the next time.
    sum += await lstat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return sum
}
