// RPM's own database format, in SUSE distributions: lib/backend/ndb/rpmpkg.c of RPM.

const MAGIC = 'RpmP'
const PAGE_BYTES = 4_096
const SLOT_BYTES = 16
const BLOCK_BYTES = 16
/** Slots that the header of the file takes. */
const HEADER_SLOTS = 2

export function isNdb(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === MAGIC
}

/**
 * Yields the header of each package.
 * @throws {RangeError} for an invalid database
 */
export function* ndbBlobs(file: Buffer): Generator<Buffer> {
  const slots = (file.readUInt32LE(12) * PAGE_BYTES) / SLOT_BYTES
  for (let slot = HEADER_SLOTS; slot < slots; slot++) {
    const at = slot * SLOT_BYTES
    if (file.toString('latin1', at, at + 4) !== 'Slot') throw new RangeError('The database has an invalid slot.')
    const index = file.readUInt32LE(at + 4)
    if (index === 0) continue
    const blob = file.readUInt32LE(at + 8) * BLOCK_BYTES
    const isValid = file.toString('latin1', blob, blob + 4) === 'BlbS' && file.readUInt32LE(blob + 4) === index
    const size = isValid ? file.readUInt32LE(blob + 12) : Infinity
    if (blob + BLOCK_BYTES + size > file.length) throw new RangeError('The database has an invalid entry.')
    yield file.subarray(blob + BLOCK_BYTES, blob + BLOCK_BYTES + size)
  }
}
