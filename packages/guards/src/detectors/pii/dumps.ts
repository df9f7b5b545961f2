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

/**
 * Whether groups of digits are in a memory dump or a table of words: next to further groups of four with hexadecimal letters, after the
 * address of a line, among several more groups of digits, or in a serial that starts like an account number. Linear and bounded.
 */
export function isInDump(text: string, start: number, end: number): boolean {
  GROUPS.after.lastIndex = 0
  const after = GROUPS.after.exec(text.slice(end, end + REACH_CHARS))?.[0] ?? ''
  const before = GROUPS.before.exec(text.slice(Math.max(0, start - REACH_CHARS), start))?.[0] ?? ''
  if (LETTER.test(after) || LETTER.test(before)) return true
  const groups = (after + before).match(/[0-9]{4}/g)?.length ?? 0
  if (groups >= FURTHER_GROUPS_MIN || SERIAL.test(text.slice(Math.max(0, start - REACH_CHARS), start))) return true
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - REACH_CHARS), start)
  const offset = OFFSET.exec(line)?.[0]
  return offset !== undefined && /:|^[ \t]*(?:0x|0)/i.test(offset) && (line.length === offset.length || groups > 0)
}
