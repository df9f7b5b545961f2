// npm run docs: builds the documentation site where the console looks for it, unless it is there already.
//   npm run docs                  build, unless nothing has changed
//   npm run docs -- --force       build in any case
//   npm run docs -- --background  what npm start does: after the console answers, with the lowest priority, saying nothing
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOWEST_PRIORITY = 19
/** A build takes half of it; where there is less, the services need it more. */
const MEMORY_BYTES_MIN = 2.5 * 1024 ** 3
const CONSOLE_PORT = process.env['CONSOLE_PORT'] ?? '4300'
const POLL_MS = 1_000
const WAIT_S_MAX = 180

const root = join(import.meta.dirname, '..')
if (process.argv.includes('--background')) await inBackground()
else {
  const { buildSite } = await import('./docs/build.ts')
  const { folder, pages } = await buildSite(root, { force: process.argv.includes('--force') })
  const { user, system } = process.cpuUsage()
  const made =
    pages === 0
      ? 'is up to date'
      : `has ${pages} pages, built in ${((user + system) / 1e6).toFixed(1)} s of processor time`
  process.stdout.write(`${folder} ${made}\n`)
}
// VitePress leaves workers behind that nothing needs any more.
process.exit()

/** Builds when the services are up, or never where they do not come; what fails is for `npm run docs` to tell. */
async function inBackground(): Promise<void> {
  setPriority(LOWEST_PRIORITY)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit()
  }, POLL_MS).unref()
  for (let waited_s = 0; !(await isUp()); waited_s += POLL_MS / 1_000) {
    if (waited_s >= WAIT_S_MAX) return
    await sleep(POLL_MS)
  }
  if (process.availableMemory() < MEMORY_BYTES_MIN) return
  // Loaded now: the start of the services needs the processor itself.
  const { buildSite } = await import('./docs/build.ts')
  await buildSite(root, { force: false })
}

async function isUp(): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${CONSOLE_PORT}/`)).body?.cancel()
    return true
  } catch {
    return false
  }
}
