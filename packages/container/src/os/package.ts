/** Package of an operating system. */
export interface OsPackage {
  readonly name: string
  readonly version: string
  readonly architecture?: string
  /** Source package in advisories. */
  readonly source: { readonly name: string; readonly version: string }
  readonly licence?: string
  /** Epoch of an RPM package, which its version begins with too. */
  readonly epoch?: string
  /** File name of the source package of an RPM package. */
  readonly sourceFile?: string
  /** Stream of the module that contains an RPM package, such as `14`. */
  readonly stream?: string
  /** Line of its entry in the package database, from 1. */
  readonly line: number
}

/** Maximum number of packages in one database. Own limit: distributions have about 100,000. */
export const OS_PACKAGES_MAX = 200_000
/** Maximum size of one package database. */
export const DATABASE_BYTES_MAX = 256 * 1024 * 1024
