import { scratchRun, pushByte, pushBytes } from './byte-run.ts'
import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'
import { hexAt } from './hex-digits.ts'

/** Percent escapes of URLs, `%61`, and the old `%u0061`. */
export function decodePercent(excerpt: Excerpt): void {
  const { source } = excerpt
  let at = source.indexOf('%')
  while (at >= 0 && excerpt.room > 0) {
    let end = at
    if (hexAt(source, at + 1, 2) >= 0) {
      const run = scratchRun()
      for (let byte = hexAt(source, at + 1, 2); byte >= 0; byte = hexAt(source, end + 1, 2)) {
        pushByte(run, byte, end, end + 3)
        end += 3
        if (source[end] !== '%') break
      }
      pushBytes(excerpt, run, at, end)
    } else if ((source.charCodeAt(at + 1) | 0x20) === 0x75 && hexAt(source, at + 2, 4) >= 0) {
      end = at + 6
      beginRun(excerpt, at)
      pushDecoded(excerpt, hexAt(source, at + 2, 4), at, end)
      endRun(excerpt, end)
    } else end = at + 1
    at = source.indexOf('%', end)
  }
}
