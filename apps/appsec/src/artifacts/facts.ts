import type { AdvisoryCoverage, BuildGate } from '@gatehouse/contracts'
import type { CoverageGap, Inventory } from '@gatehouse/scan-engine'
import type { GateInput } from '@gatehouse/scan-engine/gate'
import type { NewFinding, ScanRow, Settlement } from '@gatehouse/store'

/** Tool name in documents. */
export const TOOL_NAME = 'gatehouse'

/** Facts about a scan, independent of its findings. */
export interface About {
  readonly scan: ScanRow
  /** Of the service. */
  readonly toolVersion: string
  /** Creation time of the documents. */
  readonly at: Date
  /** Version of the documents: more than 1 if the scan already had some. */
  readonly version: number
}

/** Input of all documents when a scan ends. */
export interface Facts extends About {
  readonly status: Settlement['status']
  readonly gateResult: Settlement['gateResult']
  readonly gateReasons: readonly string[]
  readonly errorMessage: string | null
  readonly gate: BuildGate
  /** Most severe first; includes coverage gaps. */
  readonly findings: readonly NewFinding[]
  readonly gaps: readonly CoverageGap[]
  readonly gateInput: Pick<GateInput, 'suppressions' | 'unanalysed'>
  /** If absent, packages were not scanned. */
  readonly inventory?: Inventory
  readonly baselineScanId: string | null
  readonly progress: ScanRow['progress']
  /** The snapshot that packages were looked up in. */
  readonly advisories: string | null
  readonly advisoryCoverage: AdvisoryCoverage | null
}
