import type { ScannerName, ScanType } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import { type AdvisoryPort, createScaScanner, type LicencePolicy } from '@gatehouse/sca'
import { type CacheLocation, createSastScanner, type IgnoreTrust, OWN_PACK } from '@gatehouse/sast'
import { createIacScanner, createK8sScanner } from '@gatehouse/iac'
import { createMaliciousScanner } from '@gatehouse/sca/malicious'
import { createSecretsScanner } from '@gatehouse/secrets'
import { type Scanner, SCANNERS_OF } from '@gatehouse/scan-engine'

/**
 * Package scanners. They process complete trees: manifests need their lock files, and packages their imports. All package scanners of one
 * scan use the same advisories.
 */
export const OF_PACKAGES: ReadonlySet<ScannerName> = new Set(['SCA', 'MALICIOUS_PKG'])

/** Setup of one scan's scanners. Plans do not depend on it. */
export interface ScanSetup {
  /** Undefined without advisories, which the scan reports. */
  readonly advisories: AdvisoryPort | undefined
  /** Reason for missing advisories. Absent if none were imported. */
  readonly absence?: string | undefined
  /** License policies of the organization; default: licenses are only listed. */
  readonly licences?: readonly LicencePolicy[]
  /** Cache for results of unchanged files; default: none. */
  readonly cache?: CacheLocation
  /** Which lines of ignore files are trusted; default: all. */
  readonly ignoreTrust?: IgnoreTrust
}

/** Creates a scanner for one scan. */
export type ScannerFactory = (setup: ScanSetup, type: ScanType) => Scanner

export interface ScannerRegistry {
  /** @throws {Failure} `not_implemented` if no scanner of the type is available */
  readonly check: (type: ScanType) => void
  /** The available scanners of a type. */
  readonly of: (type: ScanType, setup?: ScanSetup) => readonly Scanner[]
}

const NOTHING_GIVEN: ScanSetup = { advisories: undefined }

const IMPORT_HINT = 'Choose Import advisories on the scan page, or run on the server:'

/** All scanners of this service. */
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
        `Scans of type ${type} require the scanner ${SCANNERS_OF[type].join(' or ')}, which this service does not provide yet.`,
      )
    },
    of(type, setup = NOTHING_GIVEN) {
      return SCANNERS_OF[type].flatMap((name) => factories[name]?.(setup, type) ?? [])
    },
  }
}
