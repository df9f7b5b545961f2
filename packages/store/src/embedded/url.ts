import type { PostmasterState } from './postmaster.ts'
import { EMBEDDED_ROLE } from './settings.ts'

/** Returns the connection URL with the password, which must never be logged. */
export function urlOf(state: PostmasterState, password: string, database: string): string {
  const credentials = `${EMBEDDED_ROLE}:${encodeURIComponent(password)}`
  if (state.socketFolder === undefined) {
    return `postgresql://${credentials}@${state.host ?? '127.0.0.1'}:${state.port}/${database}`
  }
  return `postgresql://${credentials}@localhost/${database}?host=${encodeURIComponent(state.socketFolder)}&port=${state.port}`
}
