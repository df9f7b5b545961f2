import type { InventoryComponent } from '@gatehouse/scan-engine'

/** Where a package is named first. */
export function placeOf({ locations: [first] }: Pick<InventoryComponent, 'locations'>) {
  const line = first?.line ?? 1
  return { filePath: first?.path ?? '', startLine: line, endLine: line }
}
