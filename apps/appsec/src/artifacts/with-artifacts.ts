import type { BuildGate } from '@gatehouse/contracts/scans'
import type { Clock } from '@gatehouse/kernel'
import type { Settlement, SettleInput } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import type { DecidedSettlement, ScanObservations } from '../jobs/settle.ts'
import { makeArtifacts } from './make-artifacts.ts'
import type { Signer } from './signer.ts'

export interface Settling {
  readonly scan: ScanRow
  readonly gate: BuildGate
  readonly seen: ScanObservations
  readonly input: Pick<SettleInput, 'baseline' | 'progress' | 'artifactVersion'>
}

/** Adds the documents to a settlement. If they cannot be signed, the scan fails, but findings and documents are kept. */
export async function withArtifacts(
  decided: DecidedSettlement,
  { scan, gate, seen, input }: Settling,
  signer: Signer | string,
  { clock, version: toolVersion }: { readonly clock: Clock; readonly version: string },
): Promise<Settlement> {
  const settlement = typeof signer === 'string' ? unsigned(decided, signer) : decided
  const { findings, status, gateResult, gateReasons, errorMessage } = settlement
  const { inventory, gaps } = seen
  const facts = {
    scan,
    toolVersion,
    at: new Date(clock.now()),
    version: input.artifactVersion,
    status,
    gateResult,
    gateReasons,
    errorMessage,
    gate,
    findings,
    gaps,
    gateInput: decided.gateInput,
    ...(inventory !== undefined && { inventory }),
    baselineScanId: input.baseline?.id ?? null,
    progress: settlement.progress ?? input.progress,
    advisories: settlement.advisories ?? null,
    advisoryCoverage: settlement.advisoryCoverage ?? null,
  }
  return { ...settlement, artifacts: await makeArtifacts(facts, signer) }
}

function unsigned(decided: Settlement, reason: string): Settlement {
  const errorMessage = [decided.errorMessage, `The artifacts are not signed: ${reason}`]
    .filter((item) => item !== null)
    .join(' ')
  if (decided.status === 'STOPPED') return { ...decided, errorMessage }
  const gateReasons = ['The artifacts are not signed, so their origin cannot be verified.', ...decided.gateReasons]
  return { ...decided, status: 'FAILED', gateResult: 'FAILED', gateReasons, errorMessage }
}
