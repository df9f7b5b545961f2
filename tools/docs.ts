// npm run docs: builds the documentation site at the console's path, unless it is up to date.
//   npm run docs                  build if something has changed
//   npm run docs -- --force       build unconditionally
//   npm run docs -- --background  for npm start: after the console is ready, with the lowest priority, without output
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { buildInBackground } from './docs/beside.ts'

const LOWEST_PRIORITY = 19
const CONSOLE_PORT = process.env['CONSOLE_PORT'] ?? '4300'
const POLL_MS = 1_000

const root = join(import.meta.dirname, '..')
if (process.argv.includes('--background')) await inBackground()
else {
  const { buildSite } = await import('./docs/build.ts')
  const { folder, pages } = await buildSite(root, { force: process.argv.includes('--force') })
  const { user, system } = process.cpuUsage()
  const output =
    pages === 0
      ? 'is up to date'
      : `has ${pages} pages, built in ${((user + system) / 1e6).toFixed(1)} s of processor time`
  process.stdout.write(`${folder} ${output}\n`)
}
// VitePress leaves unneeded workers running.
process.exit()

/** Runs at the lowest priority until the build is done or the parent process ends. */
async function inBackground(): Promise<void> {
  setPriority(LOWEST_PRIORITY)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit()
  }, POLL_MS).unref()
  await buildInBackground({
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
