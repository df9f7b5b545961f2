import type { Endpoint } from '@gatehouse/contracts'
import { appsecEndpoints, type OrgRole } from '@gatehouse/contracts/appsec'
import { z } from 'zod'

/** A row that members may call, as the generated tests need it. */
export interface MemberRow {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly role: OrgRole
  readonly sessionOnly: boolean
  /** Whether the query or the body may contain a `projectId`. */
  readonly namesProject: 'query' | 'body' | undefined
}

/** All endpoints; the one that ends the session is last. */
export const MEMBER_ROWS: readonly MemberRow[] = Object.entries<Endpoint>(appsecEndpoints)
  .filter(([, { auth }]) => auth === 'member')
  .map(([name, { method, path, role = 'VIEWER', sessionOnly = false, query, body }]): MemberRow => {
    const namesProject = hasProject(query) ? 'query' : hasProject(body) ? 'body' : undefined
    return { name, method, path, role, sessionOnly, namesProject }
  })
  .toSorted((one, other) => Number(one.path.endsWith('/logout')) - Number(other.path.endsWith('/logout')))

/** Returns the resource type of an id: the path up to it. */
export function kindOf(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1)
}

/** A path with every id in it replaced. */
export function filled(path: string, ids: ReadonlyMap<string, string>): string {
  const kind = kindOf(path)
  return `${ids.get(kind) ?? ''}${path.slice(kind.length)}`
}

function hasProject(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodObject && 'projectId' in schema.shape
}
