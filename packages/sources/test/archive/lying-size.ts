import { zipSync } from 'fflate'

/** Offsets of the uncompressed size. APPNOTE.TXT sections 4.3.7 and 4.3.12. */
const LOCAL_SIZE_AT = 22
const CENTRAL_SIZE_AT = 24

/** Returns a zip whose only entry declares 1,000 bytes and decompresses to 1 MiB. */
export function lyingZip(name = 'a.txt', declared_bytes = 1_000): Buffer {
  const bytes = Buffer.from(zipSync({ [name]: new Uint8Array(1024 * 1024) }))
  bytes.writeUInt32LE(declared_bytes, LOCAL_SIZE_AT)
  bytes.writeUInt32LE(declared_bytes, bytes.indexOf('PK\u0001\u0002') + CENTRAL_SIZE_AT)
  return bytes
}
