import { createServer, type Socket } from 'node:net'
import { type Order, orderOf, STREAM_END, STREAM_HEAD, tokenBytes, wholeAnswer } from './answers.ts'
import { now_ms, type StreamReport, type UpstreamReport } from './upstream-report.ts'

/**
 * Scripted model provider in a separate process: answers chat completions completely or as an event stream, at the rate in the model's
 * name. It uses raw sockets for HTTP, so that its cost is low compared with the measured one.
 */
interface Live {
  readonly socket: Socket
  readonly order: Order
  readonly number: number
  readonly report: StreamReport
  sent: number
}

const live = new Set<Live>()
let reports: StreamReport[] = []
let bytes = 0
let answered = 0
let streams = 0

const server = createServer({ noDelay: true }, (socket) => {
  let unread = Buffer.alloc(0)
  socket.on('data', (data) => {
    unread = unread.length === 0 ? data : Buffer.concat([unread, data])
    for (let length = requestLength(unread); length <= unread.length; length = requestLength(unread)) {
      answer(socket, unread.toString('latin1', 0, length))
      unread = unread.subarray(length)
    }
  })
  // A gateway resets the connection when it cancels a call, which is part of the measurement.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const item of live) if (item.socket === socket) end(item, 'closed')
  })
})

/** Bytes of the first request in the buffer; infinite while its head is not there. */
function requestLength(buffer: Buffer): number {
  const head = buffer.indexOf('\r\n\r\n')
  if (head < 0) return Number.POSITIVE_INFINITY
  const length = /\r\ncontent-length: *(\d+)/i.exec(buffer.toString('latin1', 0, head))?.[1]
  return head + 4 + Number(length ?? 0)
}

function answer(socket: Socket, request: string): void {
  answered += 1
  const { stream, ...order } = orderOf(request)
  if (!stream) {
    socket.write(wholeAnswer(answered, order.tokens))
    return
  }
  socket.write(STREAM_HEAD)
  streams += 1
  const report: StreamReport = { id: order.id, started_ms: now_ms(), lastWrite_ms: 0, closed_ms: 0, bytes: 0 }
  reports.push(report)
  const item: Live = { socket, order, number: streams, report, sent: 0 }
  live.add(item)
  if (order.tokens_per_s === 0) pour(item)
}

/** Writes at the reader's speed. */
function pour(item: Live): void {
  const { socket, order } = item
  let more = true
  while (more && live.has(item)) {
    if (item.sent >= order.tokens) return finish(item)
    const batch: Buffer[] = []
    for (let count = 0; count < POUR_TOKENS && item.sent < order.tokens; count += 1) batch.push(next(item))
    more = write(item, Buffer.concat(batch))
  }
  if (live.has(item)) socket.once('drain', () => pour(item))
}

/** Tokens per write at full speed. */
const POUR_TOKENS = 16

/** A reader with this backlog gets nothing more until it catches up. */
const BEHIND_BYTES_MAX = 1024 * 1024

/** Every stream gets the tokens that are due on its own schedule. */
setInterval(() => {
  const at_ms = now_ms()
  for (const item of live) {
    const { order, report, socket } = item
    if (order.tokens_per_s === 0 || socket.writableLength > BEHIND_BYTES_MAX) continue
    const due = Math.min(order.tokens, Math.floor(((at_ms - report.started_ms) * order.tokens_per_s) / 1_000) + 1)
    while (item.sent < due) write(item, next(item))
    if (item.sent >= order.tokens) finish(item)
  }
}, 1)

function next(item: Live): Buffer {
  const token = tokenBytes(item.number, item.sent)
  item.sent += 1
  return token
}

function write({ socket, report }: Live, data: Buffer): boolean {
  bytes += data.length
  report.bytes += data.length
  return socket.write(data)
}

function finish(item: Live): void {
  write(item, STREAM_END)
  end(item, 'lastWrite')
}

function end(item: Live, how: 'lastWrite' | 'closed'): void {
  item.report[`${how}_ms`] = now_ms()
  live.delete(item)
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))

process.on('message', (question) => {
  if (question === 'stop') process.exit(0)
  const report: UpstreamReport = { answered, bytes, open: live.size, streams: reports }
  if (question === 'reset') reports = []
  process.send?.(report)
})
// The parent process has exited.
process.on('disconnect', () => process.exit(0))
