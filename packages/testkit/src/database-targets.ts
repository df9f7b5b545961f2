import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from './test-folder.ts'

/** Kind of PostgreSQL server for the store's tests. */
export interface DatabaseTarget {
  readonly name: string
  /** URL of a role that may create databases; absent for the embedded server, which starts when it is first needed. */
  readonly url?: string
  /** Reason why the server is unavailable in this run: `describe.skipIf(target.absent !== undefined)`. */
  readonly absent?: string
}

export const EMBEDDED_TARGET: DatabaseTarget = { name: 'embedded server' }

/** Returns the embedded server and, if the global setup found one, a server of the machine. */
export function databaseTargets(): DatabaseTarget[] {
  const file = targetsFile()
  if (!existsSync(file)) return [EMBEDDED_TARGET]
  return [EMBEDDED_TARGET, JSON.parse(readFileSync(file, 'utf8')) as DatabaseTarget]
}

/** Returns the path where the global setup writes its result. */
export function targetsFile(): string {
  return join(testFolder(), 'target.json')
}
