import type { AdvisoryDatabase, PackageVersion } from './advisories/database.ts'
import type { AdvisoryMatch } from './advisories/match.ts'

/** Where vulnerabilities come from: an open snapshot, or a service that is asked. */
export interface AdvisoryPort {
  /**
   * Looks many up at once, where that saves time; `match` then knows them. What could not be looked up matches nothing and is told
   * here, in sentences for people.
   * @throws the signal's reason when it fires
   */
  readonly prepare?: (wanted: readonly PackageVersion[], signal?: AbortSignal) => Promise<readonly string[]>
  /** @throws {Failure} `unavailable` when a service does not answer */
  readonly match: (wanted: PackageVersion) => readonly AdvisoryMatch[] | Promise<readonly AdvisoryMatch[]>
  /** How many packages of each ecosystem are known, and since when; absent where that is not known, as of a service. */
  readonly manifest?: { readonly ecosystems: Readonly<Record<string, number>>; readonly createdAt?: string }
  /** For the words about one of them. */
  readonly record: (
    id: string,
  ) => ReturnType<AdvisoryDatabase['record']> | Promise<ReturnType<AdvisoryDatabase['record']>>
}
