export { type Ecosystem, ECOSYSTEMS, ecosystemOf } from './ecosystems.ts'
export type { VersionKey } from './keys.ts'
export type { VersionTest } from './scheme.ts'
export {
  compareKeys,
  compareVersions,
  isPrerelease,
  isVersion,
  parseRange,
  parseVersion,
  RANGE_UNITS_MAX,
  satisfies,
  sortVersions,
  VERSION_UNITS_MAX,
} from './versions.ts'
