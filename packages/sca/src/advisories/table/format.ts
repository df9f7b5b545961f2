/**
 * Sorted table in one file: values, then keys, then offsets, then a footer. It is written once, in key order (UTF-8 bytes), and read with
 * a binary search in memory and one positioned read for the value.
 */

/** Format marker at the end of each file. */
export const TABLE_MAGIC = Buffer.from('GHTABLE1')

/** Magic, then count, start of the keys and start of the offsets as unsigned 64-bit numbers. */
export const FOOTER_BYTES = TABLE_MAGIC.length + 3 * 8

/** Offsets are unsigned 32-bit numbers, which limits the total size of keys and of values per table. */
export const SECTION_BYTES_MAX = 0xffff_ffff
