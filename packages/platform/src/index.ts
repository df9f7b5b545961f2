export { Lanes } from './lanes.ts'
export { type AdminKey, openAdminKey } from './admin-key.ts'
export { openModel, openPlatform, type Platform } from './open.ts'
export {
  type Ask,
  askBy,
  CLOCK_TOLERANCE_S,
  type Metadata,
  readKeys,
  rememberKeys,
  rememberMetadata,
  SIGNATURE_ALGORITHMS,
  withoutSlash,
} from './oidc/wire.ts'
