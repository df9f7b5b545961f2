/**
 * A sorted table in one file: values, then keys, then offsets, then a footer. It is written once, in the order of its keys
 * (by bytes of UTF-8), and read with a binary search in memory and one read at a place for the value.
 */

/** Ends each file and says which shape it has. */
export const TABLE_MAGIC = Buffer.from('GHTABLE1')

/** Magic, then count, start of the keys and start of the offsets as unsigned 64-bit numbers. */
export const FOOTER_BYTES = TABLE_MAGIC.length + 3 * 8

/** Offsets are unsigned 32-bit numbers, so neither all keys nor all values of one table may be longer. */
export const SECTION_BYTES_MAX = 0xffff_ffff
