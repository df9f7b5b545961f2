import type { Unpacking } from '../archive/unpacking.ts'
import { ByteReader } from '../process/byte-reader.ts'
import { readDelta } from './delta.ts'
import { NodeText, noDump } from './node-text.ts'

/** Maximum length of a header line: a path of maximum length, with its name. */
const LINE_BYTES_MAX = 16 * 1024
/** Maximum number of lines per header; the format has some twenty. */
const LINES_MAX = 100
/** Maximum size of one node's properties. Merge information can have megabytes. */
const PROPERTIES_BYTES_MAX = 16 * 1024 * 1024

/** Marks a node that is a symbolic link. */
const SPECIAL = 'svn:special'

/**
 * Writes the files of one revision from a full svnrdump stream (the dump format, version 3). Only added nodes count: such a dump has no
 * earlier revision to change.
 * @param prefix path of the requested folder in its repository, without surrounding slashes; removed from paths
 * @throws {Failure} `unavailable` for an invalid or truncated dump; `invalid_request` for forbidden entries
 */
export async function unpackDump(stream: AsyncIterable<Buffer>, prefix: string, unpacking: Unpacking): Promise<void> {
  const reader = new ByteReader(counted(stream, unpacking))
  const start = await readHeader(reader)
  if (start?.get('SVN-fs-dump-format-version') !== '3') throw noDump()
  for (let header = await readHeader(reader); header !== undefined; header = await readHeader(reader)) {
    await readNode(header, reader, prefix, unpacking)
  }
}

async function readNode(header: Header, reader: ByteReader, prefix: string, unpacking: Unpacking): Promise<void> {
  const content_bytes = lengthOf(header, 'Content-length')
  const properties_bytes = lengthOf(header, 'Prop-content-length')
  const text_bytes = lengthOf(header, 'Text-content-length')
  if (properties_bytes > PROPERTIES_BYTES_MAX || properties_bytes + text_bytes !== content_bytes) throw noDump()
  const properties = await reader.take(properties_bytes)
  if (properties === undefined) throw noDump()
  const text = new NodeText(reader, text_bytes)
  const name = nameOf(header.get('Node-path'), prefix)
  if (name !== undefined && header.get('Node-action') === 'add') {
    if (header.get('Node-kind') === 'dir') await unpacking.folder(name)
    else if (hasProperty(properties, SPECIAL)) unpacking.skip(name, 'it is a symbolic link', true)
    else await unpacking.file(name, header.get('Text-delta') === 'true' ? readDelta(text) : text.pieces())
  }
  await text.skip()
}

type Header = ReadonlyMap<string, string>

/** Reads lines up to an empty one. @returns undefined at the end of the dump */
async function readHeader(reader: ByteReader): Promise<Header | undefined> {
  const header = new Map<string, string>()
  for (;;) {
    const line = (await reader.until(0x0a, LINE_BYTES_MAX))?.toString('utf8')
    if (line === undefined) {
      if (header.size > 0) throw noDump()
      return undefined
    }
    // Any number of empty lines may separate nodes.
    if (line === '' && header.size > 0) return header
    if (line === '') continue
    const at = line.indexOf(': ')
    if (at < 1 || header.size >= LINES_MAX) throw noDump()
    header.set(line.slice(0, at), line.slice(at + 2))
  }
}

function lengthOf(header: Header, name: string): number {
  const text = header.get(name) ?? '0'
  if (!/^\d{1,15}$/.test(text)) throw noDump()
  return Number(text)
}

/** Returns the path below the requested folder; undefined for that folder and its parents. */
function nameOf(path: string | undefined, prefix: string): string | undefined {
  if (path === undefined || path === '') return undefined
  if (prefix === '') return path
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined
}

/** Returns whether a property list (`K 3`, name, `V 5`, value … `PROPS-END`) contains a property. */
function hasProperty(list: Buffer, wanted: string): boolean {
  let at = 0
  while (at < list.length) {
    const end = list.indexOf(0x0a, at)
    const [, letter, digits] =
      /^([KVD]) (\d{1,9})$/.exec(list.toString('latin1', at, end === -1 ? undefined : end)) ?? []
    if (end === -1 || letter === undefined) return false
    const length = Number(digits)
    if (letter === 'K' && list.toString('utf8', end + 1, end + 1 + length) === wanted) return true
    at = end + 1 + length + 1
  }
  return false
}

async function* counted(stream: AsyncIterable<Buffer>, unpacking: Unpacking): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    unpacking.packed_bytes += piece.length
    yield piece
  }
}
