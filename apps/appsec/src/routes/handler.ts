import type { Cache } from '@gatehouse/cache'
import type { appsecEndpoints, Handler } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import type { Clock, Egress, KeyRing } from '@gatehouse/kernel'
import type { AuditLog, ScanRoom, Store } from '@gatehouse/store'
import type { Advisories } from '../advisories/open.ts'
import type { SigstorePlace } from '../artifacts/sigstore/place.ts'
import type { ScannerRegistry } from '../jobs/scanner-registry.ts'
import type { OidcProvider } from '../accounts/oidc/provider.ts'
import type { Standings } from '../projects/standing.ts'

type Table = typeof appsecEndpoints

/** What every handler of this service may use. */
export interface AppsecPorts {
  readonly store: Store
  readonly cache: Cache
  readonly audit: AuditLog
  /** The way out. */
  readonly egress: Egress
  /** Seals what is stored and must be read again. */
  readonly keys: KeyRing
  readonly clock: Clock
  /** Where people sign in beside passwords; absent where the settings name no provider. */
  readonly oidc: OidcProvider | undefined
  /** What scans say of projects. */
  readonly standings: Standings
  readonly scanners: ScannerRegistry
  /** Known vulnerabilities of packages, for each organization as it asks for them. */
  readonly advisories: Advisories
  /** Of this service, as documents name it. */
  readonly version: string
  /** Where artifacts are signed without a stored key; absent: nowhere. */
  readonly sigstore?: SigstorePlace | undefined
  /** What one organization may take of the service. */
  readonly room: ScanRoom
  /** The address of this service for scripts and links; undefined: none is configured, and others than this machine call. */
  readonly publicUrl: () => string | undefined
  /** The address of the console for links to people; empty where none is configured and the service is not on loopback. */
  readonly consoleUrl: () => string
  /** Absolute; uploads lie in it. */
  readonly dataDir: string
  /** Tells the workers of this process that there is something to do. */
  readonly wake: () => void
}

/** A handler of one row, waiting for its ports. */
export type AppsecHandler<Name extends keyof Table> = (ports: AppsecPorts) => Handler<Table[Name], RequestContext>
