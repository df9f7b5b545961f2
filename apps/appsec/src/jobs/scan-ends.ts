import type { ScannerName } from '@gatehouse/contracts/scans'
import { messageOf } from '@gatehouse/kernel'
import { type FinishContext, finishScanner, type Scanner } from '@gatehouse/scan-engine'
import type { PartResult } from './shard-results.ts'

/** Returns the end-of-scan context of a scanner. */
export type ContextOf = (scanner: ScannerName) => Promise<FinishContext>

/**
 * Yields shard results, and then results that need all shards.
 * @throws the signal's reason when it fires
 */
export async function* withEnds(
  results: AsyncIterable<PartResult>,
  scanners: readonly Scanner[],
  contextOf: ContextOf,
  signal: AbortSignal,
): AsyncGenerator<PartResult> {
  const carries = new Map<ScannerName, string[]>()
  for await (const { carry = [], ...result } of results) {
    if (result.scanner !== undefined) {
      const list = carries.get(result.scanner) ?? []
      for (const piece of carry) list.push(piece)
      carries.set(result.scanner, list)
    }
    yield result
  }
  for (const scanner of scanners) {
    const carry = carries.get(scanner.name)
    if (carry === undefined || scanner.finish === undefined) continue
    yield await endOf(scanner, carry, contextOf, signal)
  }
}

async function endOf(
  scanner: Scanner,
  carry: readonly string[],
  contextOf: ContextOf,
  signal: AbortSignal,
): Promise<PartResult> {
  const about = { scanner: scanner.name, ends: true } as const
  try {
    const result = await finishScanner(scanner, [{ carry }], await contextOf(scanner.name))
    return { observations: [], gaps: [], isWhole: true, ...result, ...about }
  } catch (error) {
    signal.throwIfAborted()
    const detail = `The cross-file analysis failed: ${messageOf(error)}`
    const gap = { scanner: scanner.name, reason: 'failed', detail } as const
    return { observations: [], gaps: [gap], isWhole: false, ...about }
  }
}
