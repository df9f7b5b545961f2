export { createGuardService, type GuardServiceOptions } from './service.ts'
