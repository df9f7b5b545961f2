import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from './test-folder.ts'

/** One kind of PostgreSQL server that the store's tests run on. */
export interface DatabaseTarget {
  readonly name: string
  /** URL of a role that may create databases; absent for the embedded server, which starts when it is first needed. */
  readonly url?: string
  /** Why there is no such server in this run: `describe.skipIf(target.absent !== undefined)`. */
  readonly absent?: string
}

export const EMBEDDED_TARGET: DatabaseTarget = { name: 'embedded server' }

/** The embedded server and, where the global setup found one, a server of the machine. */
export function databaseTargets(): DatabaseTarget[] {
  const file = targetsFile()
  if (!existsSync(file)) return [EMBEDDED_TARGET]
  return [EMBEDDED_TARGET, JSON.parse(readFileSync(file, 'utf8')) as DatabaseTarget]
}

/** Where the global setup writes what it found. */
export function targetsFile(): string {
  return join(testFolder(), 'target.json')
}
