import type { Sink } from '../sink.ts'
import type { Place } from '../reader.ts'
import { signatureOf, OLE_MIME } from '../types.ts'

const utf16 = (name: string): Buffer => Buffer.from(name, 'utf16le')

/** Names of streams in an OLE compound file. [MS-OFFCRYPTO] 2.3.4.4, [MS-OVBA] 2.2.1. */
const ENCRYPTED_PACKAGE = utf16('EncryptedPackage')
const VBA_PROJECT = utf16('_VBA_PROJECT')

/** Reports files that are not read. For compound files the contained format is reported. */
export function readBinary(bytes: Uint8Array, sink: Sink, { path }: Place): void {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (signatureOf(data) !== OLE_MIME) return
  if (data.includes(ENCRYPTED_PACKAGE)) sink.problem('encrypted', 'The Office document is encrypted.', path)
  if (data.includes(VBA_PROJECT)) sink.problem('macros', 'The document contains macros, which were not screened.', path)
}
