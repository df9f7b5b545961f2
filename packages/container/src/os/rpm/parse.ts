import { OS_PACKAGES_MAX } from '../package.ts'
import { berkeleyBlobs, isBerkeley } from './berkeley.ts'
import { parseRpmHeader, type RpmPackage } from './header.ts'
import { isNdb, ndbBlobs } from './ndb.ts'
import { isSqlite, sqliteBlobs } from './sqlite.ts'

/**
 * Parses a package database of RPM in any of its formats.
 * @param wal write-ahead log of an SQLite database
 * @throws {RangeError} for an invalid database
 */
export function parseRpm(file: Buffer, wal?: Buffer): readonly RpmPackage[] {
  const packages: RpmPackage[] = []
  let left = file.length + (wal?.length ?? 0)
  for (const blob of blobsOf(file, wal)) {
    // Entries that share their bytes would multiply them.
    left -= blob.length
    if (left < 0) throw new RangeError('The entries of the database overlap.')
    const found = parseRpmHeader(blob, 1)
    if (found !== undefined) packages.push(found)
    if (packages.length >= OS_PACKAGES_MAX) break
  }
  return packages
}

function blobsOf(file: Buffer, wal: Buffer | undefined): Iterable<Buffer> {
  if (isSqlite(file)) return sqliteBlobs(file, wal)
  if (isNdb(file)) return ndbBlobs(file)
  if (isBerkeley(file)) return berkeleyBlobs(file)
  throw new RangeError('The format of the database is unknown.')
}
