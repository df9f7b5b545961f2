import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFiles } from './files/make.ts'
import type { Measured } from './files/measure.ts'

/**
 * Reads a file of 10 MB of each format in a fresh process: measures the time in a running thread, and the additional memory of the process
 * compared with the file alone.
 *   node --conditions=gatehouse bench/files.ts [name]
 */
const COLUMNS = [22, 7, 10, 8, 9, 9, 12] as const
const MEASURE = join(import.meta.dirname, 'files/measure.ts')
const only = process.argv[2]

row(['format', 'MB', 'unpacked', 'p50 ms', 'most ms', 'peak MB', 'characters'], 'problems')
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
try {
  for (const { name, bytes, unpacked_bytes } of await makeFiles()) {
    if (only !== undefined && only !== name) continue
    const path = join(folder, 'file')
    writeFileSync(path, bytes)
    const output = execFileSync(process.execPath, ['--conditions=gatehouse', MEASURE, path], { encoding: 'utf8' })
    const { p50_ms, max_ms, peak_bytes, chars, problems } = JSON.parse(output) as Measured
    const sizes = [megabytes(bytes.length), megabytes(unpacked_bytes)]
    row(
      [name, ...sizes, p50_ms.toFixed(0), max_ms.toFixed(0), megabytes(peak_bytes), String(chars)],
      problems.join(', '),
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}

function row(cells: readonly string[], last: string): void {
  const padded = cells.map((cell, at) => (at === 0 ? cell.padEnd(COLUMNS[0]) : cell.padStart(COLUMNS[at] ?? 0)))
  process.stdout.write(`${padded.join('')}  ${last}\n`)
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
