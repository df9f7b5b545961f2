import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket as NetSocket } from 'node:net'
import type { Duplex } from 'node:stream'

/** RFC 6455 section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Connected client. */
export interface SocketPeer {
  readonly request: IncomingMessage
  readonly send: (text: string) => void
  /** Sends a close frame. */
  readonly end: (code?: number) => void
  /** Sends raw bytes. */
  readonly raw: (bytes: Uint8Array) => boolean
  readonly isGone: () => boolean
}

/** A WebSocket server on loopback for texts below 64 KiB. */
export async function startSocketServer(
  message: (text: string, peer: SocketPeer) => unknown,
  refuses: (request: IncomingMessage) => number | undefined = () => undefined,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const http = createServer()
  const open = new Set<Duplex>()
  http.on('upgrade', (request: IncomingMessage, socket: NetSocket) => {
    open.add(socket)
    socket.on('error', () => {})
    const status = refuses(request)
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`)
      return
    }
    const key = request.headers['sec-websocket-key'] ?? ''
    const accept = createHash('sha1')
      .update(key + GUID)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    const peer: SocketPeer = {
      request,
      send: (text) => socket.write(frame(text)),
      end: (code) => socket.end(Buffer.from(code === undefined ? [0x88, 0] : [0x88, 2, code >> 8, code & 255])),
      raw: (bytes) => socket.write(bytes),
      isGone: () => socket.destroyed,
    }
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const read = unframe(rest)
        if (read === undefined) return
        rest = rest.subarray(read.length)
        if (read.opcode === 1) message(read.text, peer)
        else if (read.opcode === 8) socket.end()
      }
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close() {
      for (const item of open) item.destroy()
      http.close()
    },
  }
}

function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, body.length >> 8, body.length & 255])
  return Buffer.concat([head, body])
}

function unframe(data: Buffer): { opcode: number; text: string; length: number } | undefined {
  if (data.length < 6) return undefined
  const short = data[1]! & 127
  const at = short === 126 ? 4 : 2
  const size = short === 126 ? data.readUInt16BE(2) : short
  const length = at + 4 + size
  if (data.length < length) return undefined
  const mask = data.subarray(at, at + 4)
  const body = data.subarray(at + 4, length).map((byte, index) => byte ^ mask[index % 4]!)
  return { opcode: data[0]! & 15, text: Buffer.from(body).toString(), length }
}
