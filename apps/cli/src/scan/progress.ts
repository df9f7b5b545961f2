import type { ScannerName } from '@gatehouse/contracts/scans'
import type { ScannerProgress, SourceTree } from '@gatehouse/scan-engine'
import { counted, megabytes } from '../terminal.ts'

const BAR_CHARS = 24

type Board = Readonly<Partial<Record<ScannerName, ScannerProgress>>>

/** Formats the progress of a scan on one line. */
export function scanLine(board: Board, tree: SourceTree): string {
  const all = Object.entries(board)
  const sum = (pick: (item: ScannerProgress) => number): number =>
    all.reduce((total, [, item]) => total + pick(item), 0)
  const [done, total] = [sum((item) => item.filesCompleted), sum((item) => item.filesTotal)]
  const share = total === 0 ? 1 : done / total
  const full = Math.round(share * BAR_CHARS)
  const running = all.filter(([, item]) => item.status === 'RUNNING').map(([name]) => name)
  const parts = [
    `${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)} ${Math.floor(share * 100)} %`,
    `${done}/${counted(total, 'file')} of ${megabytes(bytesOf(tree))}`,
    counted(
      sum((item) => item.findingsCount),
      'finding',
    ),
    running.join(', '),
  ]
  return parts.join('  ')
}

/** Formats the progress of a history scan, which has no known end. */
export function historyLine({ commits, blobs, bytes }: Record<'commits' | 'blobs' | 'bytes', number>, found: number) {
  const read = `${counted(commits, 'commit')}, ${counted(blobs, 'file version')}, ${megabytes(bytes)}`
  return `History: ${read}  ${counted(found, 'secret')}`
}

const sizes = new WeakMap<SourceTree, number>()

function bytesOf(tree: SourceTree): number {
  const known = sizes.get(tree)
  if (known !== undefined) return known
  const bytes = tree.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  sizes.set(tree, bytes)
  return bytes
}
