import type { ScannerName, ScanType } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { type AdvisoryPort, createScaScanner, type LicencePolicy } from '@gatehouse/sca'
import { type CachePlace, createSastScanner, type IgnoreTrust, OWN_PACK } from '@gatehouse/sast'
import { createIacScanner, createK8sScanner } from '@gatehouse/iac'
import { createMaliciousScanner } from '@gatehouse/sca/malicious'
import { createSecretsScanner } from '@gatehouse/secrets'
import { type Scanner, SCANNERS_OF } from '@gatehouse/scan-engine'

/**
 * Scanners of packages. They look at whole trees, for a manifest says nothing without its lock file and a package nothing without
 * its imports; and all of one scan in the same advisories.
 */
export const OF_PACKAGES: ReadonlySet<ScannerName> = new Set(['SCA', 'MALICIOUS_PKG'])

/** What scanners of one scan are given. What they plan does not depend on it. */
export interface ScanSetup {
  /** Undefined: there are none, and the scan says so. */
  readonly advisories: AdvisoryPort | undefined
  /** Why there are none; absent: none are imported. */
  readonly absence?: string | undefined
  /** What the organization takes; none: licences are listed. */
  readonly licences?: readonly LicencePolicy[]
  /** Where results of files are kept that have not changed since; absent: nowhere. */
  readonly cache?: CachePlace
  /** Which lines of ignore files count; absent: all. */
  readonly ignoreTrust?: IgnoreTrust
}

/** Makes a scanner for one scan. */
export type ScannerFactory = (setup: ScanSetup, type: ScanType) => Scanner

export interface ScannerRegistry {
  /** @throws {Failure} `not_implemented` where no scanner of the type is there */
  readonly check: (type: ScanType) => void
  /** The scanners of a type that this version includes. */
  readonly of: (type: ScanType, setup?: ScanSetup) => readonly Scanner[]
}

const NOTHING_GIVEN: ScanSetup = { advisories: undefined }

const IMPORT_HINT = 'Choose Import advisories on the page of the scan, or run on the server:'

/** All scanners that this service has. A new one is one line here. */
const FACTORIES: Readonly<Partial<Record<ScannerName, ScannerFactory>>> = {
  SECRETS_PATTERN: () => createSecretsScanner(),
  SAST_PATTERN: ({ cache, ignoreTrust }, type) =>
    createSastScanner({
      rules: OWN_PACK,
      isOnly: type === 'SAST_ONLY',
      ...(cache !== undefined && { cache }),
      ...trusted(ignoreTrust),
    }),
  IAC: ({ ignoreTrust }) => createIacScanner({ rules: OWN_PACK, ...trusted(ignoreTrust) }),
  K8S: ({ ignoreTrust }) => createK8sScanner({ rules: OWN_PACK, ...trusted(ignoreTrust) }),
  SCA: (setup) => createScaScanner({ ...setup, importHint: IMPORT_HINT }),
  MALICIOUS_PKG: ({ advisories }) => createMaliciousScanner({ advisories }),
}

function trusted(ignoreTrust: IgnoreTrust | undefined): { readonly ignoreTrust?: IgnoreTrust } {
  return ignoreTrust === undefined ? {} : { ignoreTrust }
}

export function createScannerRegistry(
  factories: Readonly<Partial<Record<ScannerName, ScannerFactory>>> = FACTORIES,
): ScannerRegistry {
  return {
    check(type) {
      if (SCANNERS_OF[type].some((name) => factories[name] !== undefined)) return
      throw new Failure(
        'not_implemented',
        `Scans of type ${type} need the scanner ${SCANNERS_OF[type].join(' or ')}, which this service does not have yet.`,
      )
    },
    of(type, setup = NOTHING_GIVEN) {
      return SCANNERS_OF[type].flatMap((name) => factories[name]?.(setup, type) ?? [])
    },
  }
}
