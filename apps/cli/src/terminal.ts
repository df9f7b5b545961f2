import type { Io } from './command.ts'

/** Own limit of the refresh interval. */
const EVERY_MS = 100
/** Terminal control characters, direction changes, line breaks, and unpaired surrogates. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Commands of CI platforms in logs: `::` at the start of a line, `##[` and `##vso[` anywhere. */
const ORDER = /^\s*::|(?<=#)#(?=(?:vso)?\[)/gi

/** Sanitizes untrusted text, such as a file name, for one line of a terminal or build log. */
export function shown(text: string, chars_max = 2_000): string {
  const safe = text.replaceAll(UNSAFE, '�').replaceAll(ORDER, (order) => (order === '#' ? ' #' : ': :'))
  return safe.length <= chars_max ? safe : `${safe.slice(0, chars_max - 1).toWellFormed()}…`
}

/** Like {@link shown}, but keeps line breaks. */
export function shownLines(text: string): string {
  return text
    .split('\n')
    .map((line) => shown(line.replaceAll('\t', '  ')))
    .join('\n')
}

/** Shows an overwritten progress line. Silent without a terminal. */
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

/** Formats a count: `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `12.3 MB` */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
