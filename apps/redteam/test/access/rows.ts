import type { Endpoint } from '@gatehouse/contracts'
import { redteamEndpoints, type RedteamRole } from '@gatehouse/contracts/redteam'

/** A row that testers may call, as the generated tests need it. */
export interface TesterRow {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly role: RedteamRole
  readonly takesBody: boolean
}

export const TESTER_ROWS: readonly TesterRow[] = Object.entries<Endpoint>(redteamEndpoints)
  .filter(([, { auth }]) => auth === 'tester')
  .map(([name, { method, path, testerRole = 'viewer', body }]) => ({
    name,
    method,
    path,
    role: testerRole,
    takesBody: body !== undefined,
  }))
