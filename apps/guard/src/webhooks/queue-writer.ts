import type { NewDelivery } from '@gatehouse/store/deliveries'

/** Own limit: deliveries of one statement; later arrivals are in the next one. */
const BATCH_MAX = 200

interface Waiting {
  readonly deliveries: readonly NewDelivery[]
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Writes deliveries in groups: one statement runs at a time, with all deliveries that arrived since the previous one.
 * @returns a function that resolves when its deliveries are durable
 */
export function createQueueWriter(
  write: (deliveries: readonly NewDelivery[]) => Promise<void>,
): (deliveries: readonly NewDelivery[]) => Promise<void> {
  const waiting: Waiting[] = []
  let writing = false

  async function drain(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, sizeOfGroup(waiting))
      try {
        await write(group.flatMap(({ deliveries }) => deliveries))
        for (const { resolve } of group) resolve()
      } catch (reason) {
        for (const { reject } of group) reject(reason)
      }
    }
    writing = false
  }

  return (deliveries) =>
    new Promise((resolve, reject) => {
      waiting.push({ deliveries, resolve, reject })
      if (!writing) void drain()
    })
}

/** Returns how many waiting deliveries fit into one statement; at least one. */
function sizeOfGroup(waiting: readonly Waiting[]): number {
  let rows = 0
  const over = waiting.findIndex(({ deliveries }) => (rows += deliveries.length) > BATCH_MAX)
  return over === -1 ? waiting.length : Math.max(1, over)
}
