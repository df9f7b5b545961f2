import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** A client that reads nothing for this long counts as disconnected; its resources are released. */
const STALL_MS = 60_000

/**
 * Writes a stream of chunks as they arrive, at the client's speed. Ends silently when the client disconnects or stops reading; the source
 * is then stopped.
 */
export async function sendStream(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  stall_ms: number = STALL_MS,
): Promise<void> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return
      if (!response.write(chunk)) await drained(response, gone.signal, stall_ms)
    }
    response.end()
  } finally {
    response.off('close', leave)
  }
}

async function drained(response: ServerResponse, gone: AbortSignal, stall_ms: number): Promise<void> {
  const stalled = setTimeout(() => response.destroy(), stall_ms)
  try {
    await once(response, 'drain', { signal: gone })
  } catch (error) {
    // An abort means that the client disconnected; the loop above sees the destroyed response and returns.
    if (!gone.aborted) throw error
  } finally {
    clearTimeout(stalled)
  }
}
