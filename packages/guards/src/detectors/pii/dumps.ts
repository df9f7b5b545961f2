/** Groups of one length after or before a candidate, hexadecimal or decimal, separated by a space or two. */
const GROUPS = {
  after: /(?:[ \t]{1,2}[0-9a-f]{4}(?![0-9a-z]))+/iy,
  before: /(?:(?<![0-9a-z])[0-9a-f]{4}[ \t]{1,2})+$/i,
}
/** Address at the start of a dump line. */
const OFFSET = /^[ \t]*(?:0x)?[0-9a-f]{4,16}:?[ \t]{1,3}/i
const LETTER = /[a-f]/i

/** Start of an account number or serial: the groups after it are its rest. */
const SERIAL = /(?<![0-9a-z])[a-z]{2}[0-9]{2} (?:[0-9]{4} ){0,6}$/i

/** Minimum number of further decimal groups that make the line a table: a card has at most an expiry date and a code after it. */
const FURTHER_GROUPS_MIN = 3
/** Characters looked at on either side. */
const REACH_CHARS = 120

/** Bytes and words of 32 bits beside a candidate, as `hexdump -C`, `xxd -g1` and `xxd -g4` write them. */
const BYTES = {
  after: /(?:[ \t]{1,3}[0-9a-f]{2}(?![0-9a-z]))+/iy,
  before: /(?:(?<![0-9a-z])[0-9a-f]{2}[ \t]{1,3})+$/i,
  min: 3,
}
const WORDS = {
  after: /(?:[ \t]{1,3}[0-9a-f]{8}(?![0-9a-z]))+/iy,
  before: /(?:(?<![0-9a-z])[0-9a-f]{8}[ \t]{1,3})+$/i,
  min: 2,
}
/** A group of digits and letters: "de", "ab" and "be" are words beside a telephone number. */
const MIXED = /[0-9][a-f]|[a-f][0-9]/i
/** More bytes than any telephone number has groups. */
const BYTES_ENOUGH = 10
/** A zero-padded offset at the start of a line, with nothing but groups behind it. */
const ROW_START =
  /^[ \t]*(?:0x[0-9a-f]{2,16}:?|[0-9a-f]{4,16}:|00[0-9a-f]{5,14})(?:[ \t]{1,3}(?:[0-9a-f]{2}){1,8})*[ \t]{1,3}$/i

/** Whether a candidate is part of a row of hexadecimal bytes. */
function isInBytes(before: string, after: string): boolean {
  return [BYTES, WORDS].some(({ after: behind, before: ahead, min }) => {
    behind.lastIndex = 0
    const groups = `${ahead.exec(before)?.[0] ?? ''}${behind.exec(after)?.[0] ?? ''}`.match(/[0-9a-f]+/gi) ?? []
    return groups.length >= min && (groups.length >= BYTES_ENOUGH || groups.some((group) => MIXED.test(group)))
  })
}

/**
 * Whether groups of digits are part of a memory dump or of a table of words: beside further groups of four that hold hexadecimal letters, behind
 * the address of a line, in a row of bytes, among several more groups of digits, or in a serial that begins like an account number. Linear and bounded.
 */
export function isInDump(text: string, start: number, end: number): boolean {
  GROUPS.after.lastIndex = 0
  const after = GROUPS.after.exec(text.slice(end, end + REACH_CHARS))?.[0] ?? ''
  const before = GROUPS.before.exec(text.slice(Math.max(0, start - REACH_CHARS), start))?.[0] ?? ''
  if (LETTER.test(after) || LETTER.test(before)) return true
  const ahead = text.slice(Math.max(0, start - REACH_CHARS), start)
  if (isInBytes(ahead, text.slice(end, end + REACH_CHARS))) return true
  const groups = (after + before).match(/[0-9]{4}/g)?.length ?? 0
  if (groups >= FURTHER_GROUPS_MIN || SERIAL.test(text.slice(Math.max(0, start - REACH_CHARS), start))) return true
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - REACH_CHARS), start)
  if (ROW_START.test(line)) return true
  const offset = OFFSET.exec(line)?.[0]
  return offset !== undefined && /:|^[ \t]*(?:0x|0)/i.test(offset) && (line.length === offset.length || groups > 0)
}
