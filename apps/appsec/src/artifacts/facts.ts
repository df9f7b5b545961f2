import type { AdvisoryCoverage, BuildGate } from '@gatehouse/contracts/scans'
import type { CoverageGap, Inventory } from '@gatehouse/scan-engine'
import type { GateInput } from '@gatehouse/scan-engine/gate'
import type { NewFinding, Settlement } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'

/** Tool name in documents. */
export const TOOL_NAME = 'gatehouse'

/** Facts about a scan, independent of its findings. */
export interface About {
  readonly scan: ScanRow
  readonly toolVersion: string
  /** Creation time of the documents. */
  readonly at: Date
  /** Version of the documents: greater than 1 if they were renewed. */
  readonly version: number
}

/** Input of all documents at the end of a scan. */
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
  /** Absent if packages were not scanned. */
  readonly inventory?: Inventory
  readonly baselineScanId: string | null
  readonly progress: ScanRow['progress']
  /** The snapshot used for package lookups. */
  readonly advisories: string | null
  readonly advisoryCoverage: AdvisoryCoverage | null
}
