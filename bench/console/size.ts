import { openPage } from '../../apps/console/build/page.ts'
import { FIRST_LOAD_BYTES_MAX, sizesOf } from '../../apps/console/build/size.ts'

const LARGEST = 8
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Prints compressed script sizes by file, and the part that the first page needs. Exits with code 1 above the limit. */
export async function benchSize(): Promise<void> {
  const state = await openPage().settled
  if (!('folder' in state)) throw new Error('The page is not built.')
  const { firstLoad_bytes, files } = sizesOf(state.folder)
  const sorted = Object.entries(files).sort(([, a], [, b]) => b - a)
  const all = sorted.reduce((sum, [, bytes]) => sum + bytes, 0)
  for (const [file, bytes] of sorted.slice(0, LARGEST)) out(`  ${kB(bytes).padStart(9)}  ${file}`)
  out(`script, packed: ${kB(all)} in ${sorted.length} files`)
  const isHeld = firstLoad_bytes <= FIRST_LOAD_BYTES_MAX
  out(`first load: ${kB(firstLoad_bytes)} (at most ${kB(FIRST_LOAD_BYTES_MAX)}: ${isHeld ? 'holds' : 'MISSED'})`)
  if (!isHeld) process.exitCode = 1
}

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
