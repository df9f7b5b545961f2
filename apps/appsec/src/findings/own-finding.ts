import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { findFinding, type FindingRow } from '@gatehouse/store/findings'
import { owned } from '@gatehouse/store/organizations'
import { findScan } from '@gatehouse/store/scans'
import type { AppsecPorts } from '../routes/handler.ts'

/**
 * Returns the finding if it belongs to the caller's organization and its scan still exists.
 * @throws {Failure} `not_found`, `not_a_member`
 */
export async function ownFinding(
  id: string,
  { store }: Pick<AppsecPorts, 'store'>,
  context: RequestContext,
): Promise<FindingRow> {
  const finding = owned(await findFinding(store, id), memberOf(context).organizationId, 'finding')
  if ((await findScan(store, finding.scanId)) === undefined) throw new Failure('not_found', 'Finding not found.')
  return finding
}
