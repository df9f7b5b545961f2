import type { AdvisoryCoverage } from '@gatehouse/contracts/scans'
import type { CoverageGap, InventoryComponent } from '@gatehouse/scan-engine'
import type { AdvisoryPort } from './advisory-port.ts'
import { osvNameOf } from './observe/names.ts'

type Components = readonly Pick<InventoryComponent, 'purl'>[]

/**
 * Ecosystems whose published advisories cover more than 400 packages each, as of 2026. Fewer than {@link FEW_PACKAGES} imported packages
 * therefore indicate a test record or a partial import.
 */
const LARGE_ECOSYSTEMS: ReadonlySet<string> = new Set([
  'npm',
  'PyPI',
  'Maven',
  'Go',
  'NuGet',
  'RubyGems',
  'crates.io',
  'Packagist',
])
const FEW_PACKAGES = 100

/** Returns the imported advisories for the ecosystems of these packages; undefined when the port has no count, such as a service. */
export function advisoryCoverage(
  components: Components,
  manifest: AdvisoryPort['manifest'],
): AdvisoryCoverage | undefined {
  if (manifest === undefined) return undefined
  const found = new Set(components.flatMap((component) => osvNameOf(component)?.ecosystem.split(':', 1) ?? []))
  const ecosystems = [...found]
    .sort()
    .map((ecosystem) => ({ ecosystem, packages: manifest.ecosystems[ecosystem] ?? 0 }))
  return { importedAt: manifest.createdAt ?? null, ecosystems }
}

/** Returns one line per ecosystem, such as `npm: advisories for 4,812 packages, imported 2026-11-23`. */
export function advisoryLines({ importedAt, ecosystems }: AdvisoryCoverage): readonly string[] {
  return ecosystems.map(
    (ecosystem) => `${ecosystem.ecosystem}: ${advisoriesText(ecosystem.packages)}${importedText(importedAt)}`,
  )
}

/** A coverage gap per large ecosystem with few imported advisories. The gate reports these gaps and does not fail. */
export function fewAdvisoriesGaps(
  coverage: AdvisoryCoverage | undefined,
  fix: (ecosystems: readonly string[]) => string,
): readonly CoverageGap[] {
  if (coverage === undefined) return []
  const few = coverage.ecosystems.filter(
    ({ ecosystem, packages }) => LARGE_ECOSYSTEMS.has(ecosystem) && packages > 0 && packages < FEW_PACKAGES,
  )
  return few.map(({ ecosystem, packages }) => {
    const known = `${ecosystem}: the database has ${advisoriesText(packages)}${importedText(coverage.importedAt)}`
    const detail = `${known}. Known vulnerabilities of other packages are not reported. ${fix([ecosystem])}.`
    return { scanner: 'SCA', reason: 'few_advisories', detail, ecosystems: [ecosystem] }
  })
}

function advisoriesText(packages: number): string {
  if (packages === 0) return 'no advisories'
  return `advisories for ${packages.toLocaleString('en')} ${packages === 1 ? 'package' : 'packages'}`
}

function importedText(importedAt: string | null): string {
  return importedAt === null ? '' : `, imported ${importedAt.slice(0, 10)}`
}
