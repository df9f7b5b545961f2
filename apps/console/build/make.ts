import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeRoutes } from './routes.ts'

const PACKED = new Set(['.js', '.css', '.html', '.svg', '.json'])
/** Smaller files gain nothing. */
const PACKED_BYTES_MIN = 1_024
/** Own limit of builds kept beside the newest: another process can serve them. */
const KEPT = 2

/**
 * Builds the page into a folder, which appears at once or not at all.
 * @param folder  absolute; its name is the hash of the sources
 */
export async function makePage(folder: string, configFile: string): Promise<void> {
  const draft = `${folder}.${randomBytes(6).toString('hex')}.draft`
  mkdirSync(draft, { recursive: true })
  try {
    const { build } = await import('vite')
    await build({ configFile, logLevel: 'error', build: { outDir: draft, emptyOutDir: true } })
    writeRoutes(draft)
    packFiles(draft)
    try {
      renameSync(draft, folder)
    } catch (error) {
      // Another process was quicker with the same page.
      if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    }
    forgetOld(folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Compresses files once instead of at each request. */
function packFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !PACKED.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < PACKED_BYTES_MIN) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
}

function forgetOld(newest: string): void {
  const parent = dirname(newest)
  const old = readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((path) => path !== newest && !path.endsWith('.draft'))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of old.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}
