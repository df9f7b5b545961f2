import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CALLER_BYTES, ReportMemory, ROOM_BYTES } from '../../src/reports/room.ts'

/** Returns a packed report with a declared size. */
function packed(bytes: number): Buffer {
  const content = gzipSync('{}')
  content.writeUInt32LE(bytes, content.length - 4)
  return content
}

const LARGE = packed(CALLER_BYTES / 2 + 1)
const never = new AbortController().signal

test('concurrent unpacking is limited to the memory budget, and a release frees it', () => {
  const room = new ReportMemory()
  const give = room.take('ann', LARGE, never)
  expect(() => room.take('ann', LARGE, never)).toThrow(/maximum number of reports at once/)
  expect(() => room.take('bob', LARGE, never)).not.toThrow()
  give()
  give()
  expect(() => room.take('ann', LARGE, never)).not.toThrow()
  // Small ones fit next to it until the budget is used up.
  const small = packed(CALLER_BYTES / 8)
  const most = Array.from({ length: 20 }, () => {
    try {
      room.take('ann', small, never)
      return 1
    } catch {
      return 0
    }
  })
  expect(most.filter((item) => item === 1)).toHaveLength(3)
})

test('a single report is always read, regardless of its size', () => {
  const room = new ReportMemory()
  room.take('ann', packed(ROOM_BYTES * 2), never)
  expect(() => room.take('bob', packed(ROOM_BYTES * 2), never)).not.toThrow()
})

test('an aborted client releases its budget, also before the first byte, and a stream at its end', async () => {
  const room = new ReportMemory()
  const gone = new AbortController()
  room.take('ann', LARGE, gone.signal)
  gone.abort()
  const give = room.take('ann', LARGE, never)
  async function* lines() {
    yield 'one'
    yield 'two'
  }
  for await (const line of room.until(give, lines())) {
    expect(line).toBe('one')
    break
  }
  expect(() => room.take('ann', LARGE, never)).not.toThrow()
})
