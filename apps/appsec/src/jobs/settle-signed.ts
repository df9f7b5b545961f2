import { createHash } from 'node:crypto'
import type { Clock } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { readSettleInput, type Settlement, type SettleInput, settleScan } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import type { Signer } from '../artifacts/signer.ts'
import { withArtifacts } from '../artifacts/with-artifacts.ts'
import { decideSettlement, type DecidedSettlement, type ScanObservations, type SettleRules } from './settle.ts'

/** Own limit: if the state changes more often during signing, the last signatures are used. */
const TRIES_MAX = 3

/** State at the end of a scan. */
export interface Ending {
  readonly scan: ScanRow
  readonly rules: SettleRules
  readonly seen: ScanObservations
  readonly stays: (filePath: string) => boolean
}

interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly version: string
}

/**
 * Decides a scan, creates and signs its documents, and stores everything in one transaction. Remote signing happens before the
 * transaction. If the decision has changed by then, it is made and signed again.
 * @returns false if the worker no longer holds the scan; then nothing has changed
 */
export async function settleSigned(
  { scan, rules, seen, stays }: Ending,
  worker: string,
  signer: Signer | string,
  ports: Ports,
): Promise<boolean> {
  const { store } = ports
  const decide = (input: SettleInput) => decideSettlement(scan, rules, seen, input, stays)
  const withAll = (decided: DecidedSettlement, input: SettleInput, by: Signer | string) =>
    withArtifacts(decided, { scan, gate: rules.gate, seen, input }, by, ports)
  let by = signer
  if (typeof signer !== 'string' && signer.withoutAsking !== undefined) {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const input = await readSettleInput(store, scan)
      const decided = await decide(input)
      const mark = contentMarkOf(decided, input)
      const settlement = await withAll(decided, input, signer)
      try {
        return await settleScan(store, scan, worker, async (now) => {
          if (contentMarkOf(await decide(now), now) !== mark) throw CHANGED
          return settlement
        })
      } catch (error) {
        if (error !== CHANGED) throw error
      }
    }
    by = signer.withoutAsking('Triage decisions changed while the artifacts were being signed.')
  }
  return settleScan(store, scan, worker, async (input) => withAll(await decide(input), input, by))
}

/** Rolls back the transaction. */
const CHANGED = new Error('the data that the result was based on has changed')

/** Fingerprint of all inputs of the decision except the scan's own results. */
function contentMarkOf(
  { findings, status, gateResult, gateReasons, errorMessage }: Settlement,
  { baseline, progress, artifactVersion }: SettleInput,
): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([status, gateResult, gateReasons, errorMessage, baseline?.id, progress, artifactVersion]))
  for (const { fingerprint, status: text, statusNote, isNew } of findings) {
    hash.update(JSON.stringify([fingerprint, text, statusNote, isNew]))
  }
  return hash.digest('hex')
}
