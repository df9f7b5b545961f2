import type { ServerResponse } from 'node:http'

/**
 * Sends answers that become ready together one right after the other. Requests that waited for the same commit are answered in one turn;
 * if each were sent immediately, a client on the same machine would be woken for each of them, and composing the next one would find its
 * caches cold. Nothing waits longer than this turn.
 */
export function sendSoon(response: ServerResponse, payload: string | Uint8Array): void {
  ready.push({ response, payload })
  if (ready.length === 1) process.nextTick(sendReady)
}

interface Ready {
  readonly response: ServerResponse
  readonly payload: string | Uint8Array
}

let ready: Ready[] = []

function sendReady(): void {
  const burst = ready
  ready = []
  for (const { response, payload } of burst) {
    try {
      response.end(payload)
    } catch {
      // A failing answer must not delay the others; its client sees a closed connection.
      response.destroy()
    }
  }
}
