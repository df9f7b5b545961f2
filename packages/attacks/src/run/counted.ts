import { OutOfBudget } from '../engine/out-of-budget.ts'
import type { HttpPort, SocketPort } from '../targets/port.ts'

/** Request counter with a limit for all senders. */
export interface Meter {
  /** @throws {OutOfBudget} when no more may be sent */
  readonly spend: () => void
  readonly sent: () => number
  readonly left: () => number
}

/**
 * @param most undefined: unlimited
 * @param before number of requests of an earlier process
 */
export function createMeter(most: number | undefined, before: number): Meter {
  let sent = before
  const left = (): number => (most === undefined ? Number.POSITIVE_INFINITY : Math.max(0, most - sent))
  return {
    spend() {
      if (left() < 1) throw new OutOfBudget()
      sent += 1
    },
    sent: () => sent,
    left,
  }
}

/** A way out that counts: retries, steps, tokens and probes as well as messages. docs/spec/redteam.md: maxRequests bounds every request. */
export function countedHttp(port: HttpPort, meter: Meter): HttpPort {
  return {
    async send(request) {
      meter.spend()
      return port.send(request)
    },
  }
}

/** Each message counts as a request; opening the connection does not. */
export function countedSocket(port: SocketPort, meter: Meter): SocketPort {
  return {
    async open(request) {
      const { send, ...socket } = await port.open(request)
      return {
        ...socket,
        async send(text) {
          meter.spend()
          await send(text)
        },
      }
    },
  }
}
