import type { SavedFile } from '@gatehouse/contracts'
import type { AdvisoryImport, AdvisoryState } from '@gatehouse/contracts/appsec'
import type { AdvisoryPort } from '@gatehouse/sca'

/** Opened advisories: unchanged until {@link OpenAdvisories.release}. */
export interface OpenAdvisories {
  /** Absent without advisories. Package vulnerabilities are then unknown. */
  readonly port?: AdvisoryPort
  /** Advisory snapshot for scan records. */
  readonly snapshot?: string
  /** Missing or outdated data, as a readable message; a scan must report it. */
  readonly gap?: string
  /** Releases the advisories. Can be called repeatedly. */
  readonly release: () => void
}

/** Import request of a member. */
export interface ImportRequest {
  readonly ecosystems?: readonly string[] | undefined
  readonly file?: SavedFile | undefined
}

/** Snapshot that has become current. */
export interface NewSnapshot {
  readonly id: string
  /** Owner; absent for the shared one. */
  readonly organizationId?: string
}

/** Advisory sources of scans. */
export interface Advisories {
  /**
   * Opens the advisories of an organization according to its settings. Never fails: missing data is a gap.
   * @param wanted the snapshot that the scan started with; used if it still exists, otherwise the newest
   */
  readonly of: (organizationId: string, wanted?: string) => Promise<OpenAdvisories>
  /**
   * Calls the listener for each newer snapshot, but not for the current one. Stored inventories are then compared again.
   * @returns a function that removes the listener
   */
  readonly onNewSnapshot: (listener: (snapshot: NewSnapshot) => void) => () => void
  /** Returns which advisories the organization's next scan uses, and the progress of an import. */
  readonly state: (organizationId: string) => Promise<AdvisoryState>
  /**
   * Starts an import of a file or of the configured address, and returns immediately.
   * @throws {Failure} `conflict` if the settings use an online service, and while another import runs
   */
  readonly import: (organizationId: string, importRequest: ImportRequest) => Promise<AdvisoryImport>
  /**
   * Removes the imported advisories of an organization, or those of one ecosystem.
   * @returns the number of removed advisories
   * @throws {Failure} `conflict` while an import runs
   */
  readonly remove: (organizationId: string, ecosystem: string | undefined) => Promise<number>
  /** Stops background work; snapshots close when their last user releases them. */
  readonly close: () => Promise<void>
}
