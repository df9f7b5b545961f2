import type { ScannerName } from '@gatehouse/contracts'
import type { ScannerProgress } from '@gatehouse/scanners'
import type { Io } from '../command.ts'

const BAR_CHARS = 24
/** Often enough to look alive, seldom enough to cost nothing. */
const EVERY_MS = 100

type Board = Readonly<Partial<Record<ScannerName, ScannerProgress>>>

/** A line on the terminal that says how far a scan is; nothing where nobody looks. */
export function progressLine({ stderr }: Io): { show(board: Board): void; clear(): void } {
  if (stderr.isTTY !== true) return { show: () => undefined, clear: () => undefined }
  let shown_ms = 0
  return {
    show(board) {
      const now_ms = performance.now()
      if (now_ms - shown_ms < EVERY_MS) return
      shown_ms = now_ms
      stderr.write(`\r\u001b[2K${lineOf(board)}`)
    },
    clear: () => void stderr.write('\r\u001b[2K'),
  }
}

function lineOf(board: Board): string {
  const all = Object.entries(board)
  const sum = (pick: (one: ScannerProgress) => number): number => all.reduce((total, [, one]) => total + pick(one), 0)
  const [done, total] = [sum((one) => one.filesCompleted), sum((one) => one.filesTotal)]
  const share = total === 0 ? 1 : done / total
  const full = Math.round(share * BAR_CHARS)
  const running = all.filter(([, one]) => one.status === 'RUNNING').map(([name]) => name)
  const found = sum((one) => one.findingsCount)
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)} ${Math.floor(share * 100)} %  ${done}/${total} files  ${found} findings  ${running.join(', ')}`
}
