import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { openFolder, runScan } from '@gatehouse/scan-engine'
import { readTruth, scoreCases, type Scored, type Share, type TruthScore } from '@gatehouse/sast'
import { EXIT, type Io } from '../command.ts'
import type { ScanOptions } from '../scan/options.ts'
import { openRuled } from '../scan/scanners.ts'
import { threadsFor } from '../scan/threads.ts'
import { counted, shown } from '../terminal.ts'

export interface EvaluateOptions extends Pick<ScanOptions, 'rules' | 'threads'> {
  /** File with the expected results. */
  readonly truth: string
  readonly json?: true
  /** Lists false negatives and false positives. */
  readonly cases?: true
}

/** Own limit: ten times the largest public data set. */
const TRUTH_BYTES_MAX = 64 * 1024 * 1024

/** Cost of a scan. */
interface Cost {
  readonly files: number
  readonly bytes: number
  readonly seconds: number
  /** Peak memory of the process, in bytes. */
  readonly memory: number
  /** Number of partially unreadable files. */
  readonly unparsed: number
}

/**
 * Scans a folder with known weaknesses, and prints the detection rates.
 * @returns the exit code
 * @throws {Failure} if the folder, the rules, or the list are invalid
 */
export async function evaluateRules(folder: string, options: EvaluateOptions, io: Io): Promise<number> {
  const cases = readTruth(await readTruthFile(resolve(io.cwd, options.truth)))
  const tree = await openFolder(resolve(io.cwd, folder))
  const { rules } = options
  const scanners = openRuled({ type: 'FULL', ...(rules !== undefined && { rules, onlyRules: true }) }, io)
  const threads = threadsFor(tree, scanners, options.threads)
  try {
    const startedAt = performance.now()
    const { observations, gaps } = await runScan({
      tree,
      scanners: threads === undefined ? scanners : scanners.map(threads.spread),
      atOnce: threads?.count ?? 1,
    })
    const cost: Cost = {
      files: tree.files.length,
      bytes: tree.files.reduce((sum, file) => sum + file.size_bytes, 0),
      seconds: (performance.now() - startedAt) / 1_000,
      memory: process.resourceUsage().maxRSS * 1024,
      unparsed: new Set(gaps.filter(({ reason }) => reason === 'unparsed').map(({ filePath }) => filePath)).size,
    }
    const scored = scoreCases(
      cases,
      observations,
      tree.files.map(({ path }) => path),
    )
    if (options.json === true) io.stdout.write(`${JSON.stringify({ ...scored, ...cost }, null, 2)}\n`)
    else io.stdout.write(asTable(scored, cost, options.cases === true))
    return EXIT.ok
  } finally {
    await threads?.close()
  }
}

async function readTruthFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true) throw new Failure('not_found', `File not found: ${path}.`)
  if (found.size > TRUTH_BYTES_MAX) throw new Failure('invalid_request', 'The label file is larger than 64 MiB.')
  return readFile(path, 'utf8')
}

function asTable(
  { all, byCwe, meanYouden, missed, wrong, beside, absent }: Scored,
  cost: Cost,
  named: boolean,
): string {
  const lines = [
    row('CWE', 'detected', 'recall', 'false positives', 'FP rate', 'precision', 'Youden'),
    ...byCwe.map(rowOf),
  ]
  lines.push(row('all', ...cellsOf(all)))
  lines.push(`Mean Youden index over ${counted(byCwe.length, 'weakness', 'weaknesses')}: ${meanYouden.toFixed(3)}.`)
  if (beside > 0) lines.push(`${counted(beside, 'finding')} for weaknesses without labels ignored.`)
  if (absent.length > 0)
    lines.push(
      `${counted(absent.length, 'labelled case')} ${absent.length === 1 ? 'has' : 'have'} no file in the folder.`,
    )
  lines.push(
    `${counted(cost.files, 'file')}, ${(cost.bytes / 1e6).toFixed(1)} MB in ${cost.seconds.toFixed(1)} s: ${(cost.files / cost.seconds).toFixed(0)} files/s, ${(cost.bytes / 1e6 / cost.seconds).toFixed(1)} MB/s; peak memory ${(cost.memory / 1e6).toFixed(0)} MB; ${counted(cost.unparsed, 'file')} not fully parsed.`,
  )
  if (named) {
    lines.push(...missed.map(({ name, cwe }) => `false negative  CWE-${cwe} ${shown(name)}`))
    lines.push(...wrong.map(({ name, cwe }) => `false positive  CWE-${cwe} ${shown(name)}`))
  }
  return lines.map((line) => `${line}\n`).join('')
}

function rowOf(score: TruthScore): string {
  return row(`${score.cwe} ${shown(score.category, 20)}`.trim(), ...cellsOf(score))
}

function cellsOf({
  recall,
  falseAlarms,
  precision,
  youden,
}: TruthScore): readonly [string, string, string, string, string, string] {
  return [
    `${recall.hits}/${recall.of}`,
    percent(recall),
    `${falseAlarms.hits}/${falseAlarms.of}`,
    percent(falseAlarms),
    precision === undefined ? '–' : percent(precision),
    `${youden.value.toFixed(2)} (${youden.low.toFixed(2)}–${youden.high.toFixed(2)})`,
  ]
}

/** `93.2 % (88.1–96.2)` */
function percent({ hits, of, low, high }: Share): string {
  if (of === 0) return '–'
  const [share, from, to] = [hits / of, low, high].map((item) => (item * 100).toFixed(1))
  return `${share} % (${from}–${to})`
}

const WIDTHS = [26, 10, 22, 10, 22, 22, 0]

function row(...cells: readonly string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
    .join(' ')
    .trimEnd()
}
