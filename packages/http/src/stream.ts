import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** A client that takes nothing for this long has left without saying so; what feeds it is needed elsewhere. */
const STALL_MS = 60_000

/**
 * Writes a stream of chunks as they come, no faster than the client takes them. Ends quietly when the client leaves or
 * takes nothing more; the source is then told to stop.
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
    // An abort means that the client left; the loop above sees the destroyed response and returns.
    if (!gone.aborted) throw error
  } finally {
    clearTimeout(stalled)
  }
}
