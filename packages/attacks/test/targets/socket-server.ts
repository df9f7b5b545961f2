import { type SocketPeer, startSocketServer } from '@gatehouse/testkit/agents'
import { onTestFinished } from 'vitest'
import type { SocketPort } from '../../src/targets/port.ts'

export type Peer = SocketPeer

/** Starts a WebSocket server on loopback that ends with the test. */
export async function startSocketAgent(...heard: Parameters<typeof startSocketServer>): Promise<string> {
  const { url, close } = await startSocketServer(...heard)
  onTestFinished(close)
  return url
}

/** The platform's own client, without header support. */
export const platformSockets: SocketPort = {
  open: async ({ url, signal }) => {
    const socket = new WebSocket(url)
    const frames = new ReadableStream<string>({
      start(controller) {
        const end = (): void => {
          try {
            controller.close()
          } catch {
            // It was over already.
          }
        }
        socket.addEventListener('message', ({ data }) => controller.enqueue(String(data)))
        socket.addEventListener('close', end)
        socket.addEventListener('error', end)
      },
    })
    signal.addEventListener('abort', () => socket.close(), { once: true })
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error('no connection')))
    })
    return { send: async (text) => socket.send(text), frames, close: () => socket.close() }
  },
}
