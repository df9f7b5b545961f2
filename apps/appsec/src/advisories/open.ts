import type { AdvisoryImport, AdvisoryState, SavedFile } from '@gatehouse/contracts'
import type { AdvisoryPort } from '@gatehouse/sca'

/** Advisories as one user opened them: unchanged until {@link OpenAdvisories.release}. */
export interface OpenAdvisories {
  /** Absent without advisories: then nothing is known about any package. */
  readonly port?: AdvisoryPort
  /** Advisory snapshot in scan records. */
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
   * Opens the advisories of an organization by its settings. Never fails: missing data is a gap.
   * @param wanted the snapshot that the scan started with; used if it still exists, otherwise the newest
   */
  readonly of: (organizationId: string, wanted?: string) => Promise<OpenAdvisories>
  /**
   * Calls the listener for each newer snapshot, so that stored inventories can be compared with it; not for the existing one.
   * @returns removes the listener
   */
  readonly onNewSnapshot: (listener: (snapshot: NewSnapshot) => void) => () => void
  /** Which advisories the next scan of an organization uses, and how far an import is. */
  readonly state: (organizationId: string) => Promise<AdvisoryState>
  /**
   * Starts an import of a file or of the configured address, and returns immediately.
   * @throws {Failure} `conflict` if the settings use an online service, and while another import runs
   */
  readonly import: (organizationId: string, asked: ImportRequest) => Promise<AdvisoryImport>
  /**
   * Removes the imported advisories of an organization, or those of one ecosystem.
   * @returns the number of removed advisories
   * @throws {Failure} `conflict` while an import runs
   */
  readonly remove: (organizationId: string, ecosystem: string | undefined) => Promise<number>
  /** Stops background work; snapshots close when their last user releases them. */
  readonly close: () => Promise<void>
}
