import { parsePurl } from '@gatehouse/formats'
import { osvPackageOf, type PackageName } from '../osv/names.ts'
import type { InventoryComponent } from '@gatehouse/scan-engine'

/** Returns the package name in advisories; undefined for unsupported types. */
export function osvNameOf({ purl }: Pick<InventoryComponent, 'purl'>): PackageName | undefined {
  return osvPackageOf(parsePurl(purl))
}

/** Returns the package URL without version, qualifiers and subpath: one package in all its versions. */
export function packageOf(purl: string): string {
  const at = purl.indexOf('@')
  // The `@` of scopes is encoded, so that the first one precedes the version.
  return (at === -1 ? purl : purl.slice(0, at)).split(/[?#]/, 1)[0] ?? purl
}
