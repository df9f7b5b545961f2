import type { InventoryComponent } from '@gatehouse/scan-engine'

/** Returns the first location of a package. */
export function firstLocation({ locations: [first] }: Pick<InventoryComponent, 'locations'>) {
  const line = first?.line ?? 1
  return { filePath: first?.path ?? '', startLine: line, endLine: line }
}
