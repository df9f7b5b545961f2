import type { Io } from '../command.ts'

/** Often enough to look alive, seldom enough to cost nothing. */
const EVERY_MS = 100

/** A line on the terminal that is written over; nothing where nobody looks. */
export function progressLine({ stderr }: Io): { show(text: string): void; clear(): void } {
  if (stderr.isTTY !== true) return { show: () => undefined, clear: () => undefined }
  let shown_ms = 0
  return {
    show(text) {
      const now_ms = performance.now()
      if (now_ms - shown_ms < EVERY_MS) return
      shown_ms = now_ms
      stderr.write(`\r\u001b[2K${text}`)
    },
    clear: () => void stderr.write('\r\u001b[2K'),
  }
}
