/** A run of characters that may encode text, `[start, end)`. */
export interface Run {
  readonly start: number
  readonly end: number
}

/** Letters, digits and `+ / - _ =`. */
const OF_RUN = Uint8Array.from({ length: 256 }, (_, unit) =>
  /[A-Za-z0-9+/_=-]/.test(String.fromCharCode(unit)) ? 1 : 0,
)

/**
 * Yields runs of at least `least` characters of base64 or hexadecimal digits. Tests only every `least`-th character outside of runs, so
 * that ordinary text costs little.
 */
export function* encodedRuns(text: string, least: number): Generator<Run> {
  const { length } = text
  let floor = 0
  for (let probe = least - 1; probe < length; probe += least) {
    if (OF_RUN[text.charCodeAt(probe) & 0xff] === 0) {
      floor = probe + 1
      continue
    }
    let start = probe
    while (start > floor && OF_RUN[text.charCodeAt(start - 1) & 0xff] === 1) start--
    let end = probe + 1
    // If the run is too short, the search continues after it.
    while (end < length && OF_RUN[text.charCodeAt(end) & 0xff] === 1) end++
    if (end - start >= least) yield { start, end }
    floor = end
    probe = end
  }
}
