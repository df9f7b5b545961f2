import { memberOf, type RequestContext } from '@gatehouse/http'
import { owned } from '@gatehouse/store/organizations'
import { findProject, type ProjectRow } from '@gatehouse/store/projects'
import type { AppsecPorts } from '../routes/handler.ts'

/**
 * Returns the project if it belongs to the caller's organization.
 * @throws {Failure} `not_found`, `not_a_member`
 */
export async function ownProject(
  id: string,
  { store }: Pick<AppsecPorts, 'store'>,
  context: RequestContext,
): Promise<ProjectRow> {
  return owned(await findProject(store, id), memberOf(context).organizationId, 'project')
}
