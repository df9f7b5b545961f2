export { type AdminKey, openAdminKey } from './admin-key.ts'
export { openPlatform, type Platform } from './open.ts'
