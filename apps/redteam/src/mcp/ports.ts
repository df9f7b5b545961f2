import type { HttpPort, SocketPort } from '@gatehouse/attacks'
import type { ConfinedFolder } from './confined-folder.ts'
import type { ReportShelf } from './reports.ts'
import type { RunBook } from './run-book.ts'
import type { AllowedTargets } from './targets.ts'

/** Dependencies of the tools. */
export interface ToolPorts {
  readonly folder: ConfinedFolder
  readonly reports: ReportShelf
  readonly runs: RunBook
  readonly http: HttpPort
  readonly socket: SocketPort
  readonly allowed: AllowedTargets
  /** Variables that configurations may refer to. */
  readonly variables: Readonly<Record<string, string>>
}
