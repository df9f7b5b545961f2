import { parsePurl } from '@gatehouse/formats'
import { osvPackageOf, type PackageName } from '../osv/names.ts'
import type { InventoryComponent } from '@gatehouse/scan-engine'

/** The package as advisories name it; undefined where no database has its kind. */
export function osvNameOf({ purl }: Pick<InventoryComponent, 'purl'>): PackageName | undefined {
  return osvPackageOf(parsePurl(purl))
}

/** The package URL without version, qualifiers and subpath: one package in all its versions. */
export function packageOf(purl: string): string {
  const at = purl.indexOf('@')
  // Names of a scope have their `@` encoded, so the first one stands before the version.
  return (at === -1 ? purl : purl.slice(0, at)).split(/[?#]/, 1)[0] ?? purl
}
