import type { AdvisoryDatabase, PackageVersion } from './advisories/database.ts'
import type { AdvisoryMatch } from './advisories/match.ts'

/** Source of vulnerabilities: an open snapshot, or an online service. */
export interface AdvisoryPort {
  /**
   * Fetches many packages at once, where that saves time; `match` then uses the results. Packages whose look-up failed match nothing and
   * are reported here, in sentences for people.
   * @throws the signal's reason when it fires
   */
  readonly prepare?: (wanted: readonly PackageVersion[], signal?: AbortSignal) => Promise<readonly string[]>
  /** @throws {Failure} `unavailable` when a service does not answer */
  readonly match: (wanted: PackageVersion) => readonly AdvisoryMatch[] | Promise<readonly AdvisoryMatch[]>
  /** Number of known packages per ecosystem, and the import time; absent when unknown, as for a service. */
  readonly manifest?: { readonly ecosystems: Readonly<Record<string, number>>; readonly createdAt?: string }
  /** Returns the text of a record. */
  readonly record: (
    id: string,
  ) => ReturnType<AdvisoryDatabase['record']> | Promise<ReturnType<AdvisoryDatabase['record']>>
}
