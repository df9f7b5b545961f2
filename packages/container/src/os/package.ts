/** Package of an operating system. */
export interface OsPackage {
  readonly name: string
  readonly version: string
  readonly architecture?: string
  /** Source package in advisories. */
  readonly source: { readonly name: string; readonly version: string }
  readonly licence?: string
  /** Line of its entry in the package database, from 1. */
  readonly line: number
}

/** Maximum number of packages in one database. Own limit: distributions have about 100,000. */
export const OS_PACKAGES_MAX = 200_000
/** Maximum size of one package database. */
export const DATABASE_BYTES_MAX = 256 * 1024 * 1024
