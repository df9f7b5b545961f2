// npm run docs: builds the documentation site into dist/docs, where it is not there already.
//   npm run docs                  build, unless nothing has changed
//   npm run docs -- --force       build in any case
//   npm run docs -- --background  with the lowest priority, saying nothing but failures
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { buildSite } from './docs/build.ts'

const LOWEST_PRIORITY = 19
const root = join(import.meta.dirname, '..')
const isQuiet = process.argv.includes('--background')
if (isQuiet) setPriority(LOWEST_PRIORITY)

const { folder, pages } = await buildSite(root, { force: process.argv.includes('--force') })
const used_s = (process.cpuUsage().user + process.cpuUsage().system) / 1e6
if (!isQuiet) {
  const made = pages === 0 ? 'is up to date' : `has ${pages} pages, built in ${used_s.toFixed(1)} s of processor time`
  process.stdout.write(`${folder} ${made}\n`)
}
// VitePress leaves a worker behind that nothing needs any more.
process.exit()
