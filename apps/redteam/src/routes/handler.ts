import type { Cache } from '@gatehouse/cache'
import type { AuthConfig } from '@gatehouse/contracts/redteam'
import type { Logger, TesterRecord } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { ChatModel } from '@gatehouse/models'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import type { ReportMemory } from '../reports/room.ts'
import type { ContentFor } from '../runs/content.ts'
import type { RunWorker } from '../runs/worker.ts'

/** Dependencies of every handler of this service. */
export interface RedteamPorts {
  readonly store: Store
  readonly cache: Cache
  readonly audit: AuditLog
  /** The way out. Targets on this machine are reachable in local mode alone. */
  readonly egress: Egress
  /** Encrypts stored values that must be readable again: secrets of targets. */
  readonly keys: KeyRing
  /** Default: judges and attackers use rules only. */
  readonly model: ChatModel | undefined
  readonly clock: Clock
  readonly logger: Logger
  /** How callers sign in. */
  readonly authConfig: AuthConfig
  /** Of this service, as documents name it. */
  readonly version: string
  /** Absolute. */
  readonly dataDir: string
  /** Returns whether a principal that was authenticated before is still valid: for long-lived responses. */
  readonly isStillLive: (tester: TesterRecord) => Promise<boolean>
  /** For reports that are unpacked. */
  readonly room: ReportMemory
  /** Content server for the targets of runs. */
  readonly contentFor: ContentFor
  /** Worker for the runs of this process. */
  readonly runs: Pick<RunWorker, 'wake' | 'stop'>
}
