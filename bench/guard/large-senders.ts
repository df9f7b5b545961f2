import { CASES, MB, type SentBody, sendBody, SIZES_MB } from './large-requests.ts'

/**
 * Sends large requests continuously until a stop message arrives, one request format per client, and reports the answers. A separate
 * process: the measuring one must not create and send megabytes.
 *   fork(large-senders.ts, [port])
 */
const CLIENTS = [
  'input, one text',
  'tool output, JSON rows',
  'tool check, arguments',
  'chat, 9,000 messages',
  'chat, picture',
]

const port = Number(process.argv[2])
const answers = new Map<string, number>()
process.on('disconnect', () => process.exit(1))

const cases = CASES.filter(({ name }) => CLIENTS.includes(name))
// The threads start with the first text.
for (const item of cases) await sendBody(port, item.path, item.make(MB))
const largest = cases.map((item): { name: string; path: string; body: SentBody } => {
  const { name, path, sizes = SIZES_MB } = item
  return { name, path, body: item.make(Math.floor(Math.max(...sizes) * MB * 0.97)) }
})
process.send?.('ready')
await new Promise((resolve) => process.once('message', resolve))
const over = new AbortController()
process.once('message', () => over.abort())
await Promise.all(
  largest.map(async ({ name, path, body }) => {
    while (!over.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- each client sends its next request when the last one is answered
      const outcome = `${name}: ${await sendBody(port, path, body)}`
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
    }
  }),
)
process.send?.([...answers], () => process.exit(0))
