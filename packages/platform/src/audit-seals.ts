import { join } from 'node:path'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { type ChainSeals, createHeadSealer, sealHeads } from '@gatehouse/store/audit'
import { ANCHORS_FILE, openAnchors } from './audit-anchors.ts'

export interface OpenedSeals {
  readonly seals: ChainSeals
  /** Writes the latest heads to the data folder. */
  close(): Promise<void>
}

export interface SealOptions {
  readonly store: Store
  readonly keys: KeyRing
  /** Absolute path of the data folder. */
  readonly dataDir: string
  /** Called with the reason when a chain-head file cannot be read or written. */
  readonly onProblem: (reason: string) => void
  /** False for commands that only verify: nothing is signed and no file is written. */
  readonly mayWrite?: boolean
}

/** Opens the signer and verifier of audit chain heads. Signs heads that were written before signing was introduced. */
export async function openSeals({
  store,
  keys,
  dataDir,
  onProblem,
  mayWrite = true,
}: SealOptions): Promise<OpenedSeals> {
  const sealer = createHeadSealer(keys)
  if (mayWrite) await sealHeads(store, keys, sealer)
  const anchors = openAnchors(join(dataDir, ANCHORS_FILE), keys, onProblem, mayWrite)
  return { seals: { sealer, anchors }, close: () => anchors.close() }
}
