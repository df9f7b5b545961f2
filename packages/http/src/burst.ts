import type { ServerResponse } from 'node:http'

/**
 * Sends responses that become ready together in one turn, such as those of requests that waited for the same commit. Sending each
 * immediately would wake a local client every time and lose CPU caches. No response is delayed beyond this turn.
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
      // A failing response must not delay the others; its client sees a closed connection.
      response.destroy()
    }
  }
}
