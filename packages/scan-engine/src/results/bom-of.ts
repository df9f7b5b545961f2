import type { Bom } from '@gatehouse/formats/artifacts'
import type { Inventory } from '../inventory.ts'

/** Returns the bill of materials of an inventory, for `cycloneDx` and `spdx`. */
export function bomOf(
  { components, dependencies }: Pick<Inventory, 'components' | 'dependencies'>,
  about: Omit<Bom, 'components' | 'dependencies'>,
): Bom {
  return { ...about, components, dependencies }
}
