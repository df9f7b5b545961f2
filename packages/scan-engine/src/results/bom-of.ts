import type { Bom } from '@gatehouse/formats/artifacts'
import type { Inventory } from '../inventory.ts'

/** The bill of materials of an inventory; `cycloneDx` and `spdx` write it down. */
export function bomOf(
  { components, dependencies }: Pick<Inventory, 'components' | 'dependencies'>,
  about: Omit<Bom, 'components' | 'dependencies'>,
): Bom {
  return { ...about, components, dependencies }
}
