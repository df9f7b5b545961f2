import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'
import { listFiles } from '../lib/tree.ts'

const PACKED = new Set(['.html', '.js', '.css', '.json', '.svg'])
/** Smaller files gain nothing. */
const BYTES_MIN = 1_024
/** Near the best at a tenth of its time. */
const BROTLI_QUALITY = 5

/** Compresses each file once, so that requests need no compression. */
export function pack(folder: string): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  for (const path of listFiles(folder)) {
    if (!PACKED.has(extname(path))) continue
    const bytes = readFileSync(join(folder, path))
    if (bytes.length < BYTES_MIN) continue
    writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes))
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(bytes, { params }))
  }
}
