import { Failure } from '@gatehouse/kernel'
import { type NodeText, noDump } from './node-text.ts'

/** Maximum window size; svn uses windows of 100 KiB. */
const WINDOW_BYTES_MAX = 16 * 1024 * 1024
const MARK = Buffer.from('SVN\u0000')
/** Highest two bits of an instruction: the origin of its bytes. */
const FROM_TARGET = 1
const FROM_NEW = 2
/** A number has seven bits in each byte; eight of them are more than any length. */
const NUMBER_BYTES_MAX = 8

/**
 * Yields the text of a delta (svndiff, version 0) against an empty source, window by window.
 * @throws {Failure} `unavailable` for a damaged delta, or one that references missing text
 */
export async function* readDelta(text: NodeText): AsyncGenerator<Buffer> {
  if (text.left === 0) return
  if (!(await text.take(MARK.length)).equals(MARK)) {
    throw new Failure('unavailable', 'svn returned an unsupported dump format.')
  }
  while (text.left > 0) {
    await readNumber(text)
    const source_bytes = await readNumber(text)
    const target_bytes = await readNumber(text)
    const instruction_bytes = await readNumber(text)
    const new_bytes = await readNumber(text)
    if (source_bytes !== 0 || Math.max(target_bytes, instruction_bytes, new_bytes) > WINDOW_BYTES_MAX) throw noDump()
    const instructions = await text.take(instruction_bytes)
    yield targetOf(instructions, await text.take(new_bytes), target_bytes)
  }
}

function targetOf(instructions: Buffer, fresh: Buffer, target_bytes: number): Buffer {
  const target = Buffer.alloc(target_bytes)
  let [at, read, filled] = [0, 0, 0]
  const number = (): number => {
    let value = 0
    for (let count = 0; count < NUMBER_BYTES_MAX; count += 1) {
      const byte = instructions[at]
      if (byte === undefined) throw noDump()
      at += 1
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw noDump()
  }
  while (at < instructions.length) {
    const first = instructions[at]!
    at += 1
    const length = (first & 63) === 0 ? number() : first & 63
    if (length > target_bytes - filled) throw noDump()
    if (first >> 6 === FROM_NEW && length <= fresh.length - read) {
      fresh.copy(target, filled, read, read + length)
      read += length
    } else if (first >> 6 === FROM_TARGET) {
      copyWithin(target, number(), filled, length)
    } else throw noDump()
    filled += length
  }
  if (filled !== target_bytes || read !== fresh.length) throw noDump()
  return target
}

/** Copies byte by byte: source and target may overlap, which encodes runs. */
function copyWithin(target: Buffer, from: number, to: number, length: number): void {
  if (from >= to) throw noDump()
  for (let done = 0; done < length;) {
    const step = Math.min(to + done - from, length - done)
    target.copyWithin(to + done, from, from + step)
    done += step
  }
}

async function readNumber(text: NodeText): Promise<number> {
  let value = 0
  for (let count = 0; count < NUMBER_BYTES_MAX; count += 1) {
    const byte = (await text.take(1))[0]!
    value = value * 128 + (byte & 127)
    if (byte < 128) return value
  }
  throw noDump()
}
