// npm run docs: builds the documentation site where the console looks for it, unless it is there already.
//   npm run docs                  build, unless nothing has changed
//   npm run docs -- --force       build in any case
//   npm run docs -- --background  what npm start does: after the console answers, with the lowest priority, saying nothing
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { buildBeside } from './docs/beside.ts'

const LOWEST_PRIORITY = 19
const CONSOLE_PORT = process.env['CONSOLE_PORT'] ?? '4300'
const POLL_MS = 1_000

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

/** At the lowest priority, until it is done or whoever started it ends. */
async function inBackground(): Promise<void> {
  setPriority(LOWEST_PRIORITY)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit()
  }, POLL_MS).unref()
  await buildBeside({
    folder: join(root, 'node_modules/.cache/gatehouse/docs'),
    isUp,
    memory_bytes: () => process.availableMemory(),
    async build() {
      // Loaded now: the start of the services needs the processor itself.
      const { buildSite } = await import('./docs/build.ts')
      await buildSite(root, { force: false })
    },
  })
}

async function isUp(): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${CONSOLE_PORT}/`)).body?.cancel()
    return true
  } catch {
    return false
  }
}
