/** Returns the text of a header field up to its first NUL. */
export function field(bytes: Buffer, from: number, to: number): string {
  const end = bytes.subarray(from, to).indexOf(0)
  return bytes.toString('utf8', from, end === -1 ? to : from + end)
}

/** Returns whether a header has a valid checksum, for which its own field counts as spaces. */
export function hasChecksum(header: Buffer): boolean {
  let sum = 0
  for (let at = 0; at < header.length; at++) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0)
  return sum === numberAt(header, 148, 8)
}

/** Returns a number in octal digits, or in the base-256 extension of GNU tar; undefined for anything else. */
export function numberAt(header: Buffer, at: number, length: number): number | undefined {
  if (((header[at] ?? 0) & 0x80) !== 0) {
    const bytes = Buffer.from(header.subarray(at, at + length))
    bytes[0] = (bytes[0] ?? 0) & 0x7f
    const number = Number(BigInt(`0x${bytes.toString('hex')}`))
    return Number.isSafeInteger(number) ? number : undefined
  }
  const digits = field(header, at, at + length).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined
}

/** Returns the records of a pax header; repeated segments of sparse files are joined with commas. Undefined for invalid headers. */
export function paxRecords(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const records = new Map<string, string>()
  const segments: string[] = []
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const space = bytes.indexOf(0x20, at)
    const digits = space === -1 || space - at > 10 ? '' : bytes.toString('latin1', at, space)
    const end = at + Number(digits)
    if (!/^\d+$/.test(digits) || end > bytes.length || end <= space + 1 || bytes[end - 1] !== 0x0a) return undefined
    const text = bytes.toString('utf8', space + 1, end - 1)
    const equals = text.indexOf('=')
    if (equals === -1) return undefined
    const [key, value] = [text.slice(0, equals), text.slice(equals + 1)]
    if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') segments.push(value)
    else records.set(key, value)
    at = end
  }
  if (segments.length > 0) records.set('GNU.sparse.map', segments.join(','))
  return records
}
