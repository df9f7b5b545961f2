import type { AdvisoryCoverage, BuildGate } from '@gatehouse/contracts'
import type { CoverageGap, Inventory } from '@gatehouse/scan-engine'
import type { GateInput } from '@gatehouse/scan-engine/gate'
import type { NewFinding, ScanRow, Settlement } from '@gatehouse/store'

/** Who makes the documents. */
export const TOOL_NAME = 'gatehouse'

/** What documents say of a scan whatever was found. */
export interface About {
  readonly scan: ScanRow
  /** Of the service. */
  readonly toolVersion: string
  /** When the documents are made. */
  readonly at: Date
  /** Of the documents: more than 1 where the scan had some before. */
  readonly version: number
}

/** All that documents are made of when a scan ends. */
export interface Facts extends About {
  readonly status: Settlement['status']
  readonly gateResult: Settlement['gateResult']
  readonly gateReasons: readonly string[]
  readonly errorMessage: string | null
  readonly gate: BuildGate
  /** The worst first; parts that could not be judged are among them. */
  readonly findings: readonly NewFinding[]
  readonly gaps: readonly CoverageGap[]
  readonly gateInput: Pick<GateInput, 'suppressions' | 'unanalysed'>
  /** Absent: nobody looked for packages. */
  readonly inventory?: Inventory
  readonly baselineScanId: string | null
  readonly progress: ScanRow['progress']
  /** The snapshot that packages were looked up in. */
  readonly advisories: string | null
  readonly advisoryCoverage: AdvisoryCoverage | null
}
