import type { AdvisoryImport, AdvisoryState, SavedFile } from '@gatehouse/contracts'
import type { AdvisoryPort } from '@gatehouse/sca'

/** Advisories as one user has them: what they say does not change until {@link OpenAdvisories.release}. */
export interface OpenAdvisories {
  /** Absent where there are none: then nothing is known about any package. */
  readonly port?: AdvisoryPort
  /** What a scan names to say which advisories it was made with. */
  readonly snapshot?: string
  /** What of them is missing or old, for people; a scan must tell it. */
  readonly gap?: string
  /** Says that nobody asks any more. Once is enough; more does no harm. */
  readonly release: () => void
}

/** Import request of a member. */
export interface AskedImport {
  readonly ecosystems?: readonly string[] | undefined
  readonly file?: SavedFile | undefined
}

/** A snapshot that has become the current one. */
export interface NewSnapshot {
  readonly id: string
  /** Whose it is; absent for the one that all organizations share. */
  readonly organizationId?: string
}

/** Where scans get advisories from. */
export interface Advisories {
  /**
   * The advisories of an organization, as its settings ask for. Never fails for want of them: what is missing is told as a gap.
   * @param wanted the snapshot that the rest of a scan was made with; where it is still there it is given, else the newest
   */
  readonly of: (organizationId: string, wanted?: string) => Promise<OpenAdvisories>
  /**
   * Calls the listener when a newer snapshot is there, so that stored inventories can be compared with it; not for the one that is
   * there already.
   * @returns what ends it
   */
  readonly onNewSnapshot: (listener: (snapshot: NewSnapshot) => void) => () => void
  /** Which advisories the next scan of an organization uses, and how far an import is. */
  readonly state: (organizationId: string) => Promise<AdvisoryState>
  /**
   * Starts an import and answers at once: of a file, or of the address in the settings.
   * @throws {Failure} `conflict` where the settings ask a service, and while another import runs
   */
  readonly import: (organizationId: string, asked: AskedImport) => Promise<AdvisoryImport>
  /** Ends what runs in the background; snapshots close when their last user released them. */
  readonly close: () => Promise<void>
}
