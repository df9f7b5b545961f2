import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { CASES, MB, send, SIZES_MB, startWatchedGuard } from './large-requests.ts'

/**
 * Measures how long one large request blocks the guard's event loop, by endpoint, format and size of its body.
 *   node --conditions=gatehouse bench/guard/stalls.ts [part of a name]
 */
/** Pause for garbage collections that the request causes. */
const REST_MS = 200

/** Limit for the delay of other requests. */
const TURN_MS_MAX = 100

/** Measures every case with `part` in its name. */
export async function printStalls(part = ''): Promise<void> {
  const { port, loop, stop } = await startWatchedGuard()
  process.stdout.write('request                       MB  status  answer ms  turn CPU ms  longest delay ms  load\n')
  // The threads start with the first text.
  await send(port, CASES[0]!, MB)
  await rest()
  await loop()
  await rest()
  const idle = await loop()
  process.stdout.write(`${'idle'.padEnd(51)}${figure(idle.turn_cpu_ms, 13)}${figure(idle.longest_ms, 18)}\n`)
  let missed = 0
  for (const item of CASES.filter(({ name }) => name.includes(part))) {
    for (const size of item.sizes ?? SIZES_MB) {
      await rest()
      await loop()
      const started_ms = performance.now()
      const status = await send(port, item, size * MB)
      const answer_ms = performance.now() - started_ms
      await rest()
      const { turn_cpu_ms, longest_ms } = await loop()
      if (turn_cpu_ms > TURN_MS_MAX) missed += 1
      process.stdout.write(
        `${item.name.padEnd(27)}${String(size).padStart(5)}${String(status).padStart(8)}${figure(answer_ms, 11)}` +
          `${figure(turn_cpu_ms, 13)}${figure(longest_ms, 18)}${figure(loadavg()[0]!, 6)}\n`,
      )
    }
  }
  process.stdout.write(`turns of more than ${TURN_MS_MAX} ms of processor time: ${missed}\n`)
  await stop()
}

function figure(value: number, width: number): string {
  return value.toFixed(1).padStart(width)
}

function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, REST_MS)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printStalls(process.argv[2])
