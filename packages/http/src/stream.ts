import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** A client that reads nothing for this long counts as disconnected. */
const STALL_MS = 60_000

/** Streams chunks at the client's speed. Ends silently and stops the source when the client disconnects or stops reading. */
export async function sendStream(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  stall_ms: number = STALL_MS,
): Promise<void> {
  const removed = new AbortController()
  const leave = () => removed.abort()
  response.once('close', leave)
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return
      if (!response.write(chunk)) await drained(response, removed.signal, stall_ms)
    }
    response.end()
  } finally {
    response.off('close', leave)
  }
}

async function drained(response: ServerResponse, removed: AbortSignal, stall_ms: number): Promise<void> {
  const stalled = setTimeout(() => response.destroy(), stall_ms)
  try {
    await once(response, 'drain', { signal: removed })
  } catch (error) {
    // The client disconnected; the loop above handles the destroyed response.
    if (!removed.aborted) throw error
  } finally {
    clearTimeout(stalled)
  }
}
