/** How deep encodings inside encodings are undone: base64 of percent signs, but not three deep. */
export const DECODE_DEPTH_MAX = 2
/** Maximum number of decoded views of one text; the cost of a guard grows with each. */
export const DECODED_VIEWS_MAX = 12
/** All decoded views of a text together are no longer than this many times the text, nor than the second limit. */
const DECODED_TIMES_MAX = 4
export const DECODED_UNITS_MAX = 256 * 1024
/** Short texts may still unfold: the product above is raised to this. */
const DECODED_UNITS_MIN = 4096
/** Maximum number of runs of one encoding that are tried in one text. */
export const RUNS_TRIED_MAX = 65_536
/** Maximum number of encoded code units of one run that are decoded; a longer run is cut. */
export const RUN_UNITS_MAX = 256 * 1024

/** Counts the code units that were read or written, for tests of linear cost. */
export interface Meter {
  units: number
}

/** Encoded data that is not text: an image, an archive, a program. */
export interface Blob {
  /** Range in the original, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly encoding: string
  /** Length of the decoded data. */
  readonly bytes: number
  /** Type by the first bytes, e.g. `png`; `binary` for unknown ones. */
  readonly kind: string
}

/** Remaining budget of one text, shared by all encodings and depths. */
export interface Session {
  views: number
  units: number
  readonly meter: Meter
}

export function newSession(length: number, meter: Meter): Session {
  const units = Math.min(DECODED_UNITS_MAX, Math.max(DECODED_UNITS_MIN, DECODED_TIMES_MAX * length))
  return { views: DECODED_VIEWS_MAX, units, meter }
}
