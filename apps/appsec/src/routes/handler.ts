import type { Cache } from '@gatehouse/cache'
import type { Handler } from '@gatehouse/contracts'
import type { appsecEndpoints } from '@gatehouse/contracts/appsec'
import type { RequestContext } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { DeliveryWorker } from '@gatehouse/platform'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import type { ScanQuota } from '@gatehouse/store/scans'
import type { Advisories } from '../advisories/open.ts'
import type { SigstoreInstallation } from '../artifacts/sigstore/place.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { ScannerRegistry } from '../jobs/scanner-registry.ts'
import type { OidcProvider } from '../accounts/oidc/provider.ts'
import type { Standings } from '../projects/standing.ts'

type Table = typeof appsecEndpoints

/** Dependencies of all handlers of this service. */
export interface AppsecPorts {
  readonly store: Store
  readonly cache: Cache
  readonly audit: AuditLog
  /** Outbound connections. */
  readonly egress: Egress
  /** Linked repositories of projects at git hosts. */
  readonly hosts: Hosts
  /** Seals secrets in the database. */
  readonly keys: KeyRing
  readonly clock: Clock
  /** Sign-in provider in addition to passwords; absent if not configured. */
  readonly oidc: OidcProvider | undefined
  /** Project statuses from scans. */
  readonly standings: Standings
  readonly scanners: ScannerRegistry
  /** Known vulnerabilities of packages, per organization settings. */
  readonly advisories: Advisories
  readonly version: string
  /** Keyless signing service; default: none. */
  readonly sigstore?: SigstoreInstallation | undefined
  readonly room: ScanQuota
  /** Type of a scan after a push to the default branch. */
  readonly mainBranchScanType: 'SAST_ONLY' | 'FULL'
  /** The address of this service for scripts and links. Undefined if none is configured and the service is not on loopback. */
  readonly publicUrl: () => string | undefined
  /** Console address for links; empty if it is not configured and the service is not on loopback. */
  readonly consoleUrl: () => string
  /** Absolute path; contains the uploads. */
  readonly dataDir: string
  /** Sends queued events to integrations. */
  readonly deliveries: Pick<DeliveryWorker, 'kick'>
  /** Notifies the workers of this process about new work. */
  readonly wake: () => void
}

/** Creates the handler of one endpoint from its dependencies. */
export type AppsecHandler<Name extends keyof Table> = (ports: AppsecPorts) => Handler<Table[Name], RequestContext>
