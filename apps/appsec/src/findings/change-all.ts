import { BULK_FILTER_MAX, type BulkChange, type FindingStatus } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { eachFinding, findingOwners, triage } from '@gatehouse/store/findings'
import { owned } from '@gatehouse/store/organizations'
import { memberEntry } from '../audited.ts'
import type { AppsecPorts } from '../routes/handler.ts'
import { ownScan } from '../routes/scans.ts'
import { planOf } from './manage.ts'

/** Changes several findings atomically: an unknown or foreign id changes none. */
export async function changeAll(
  body: BulkChange,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<{ updated: number; status: FindingStatus }> {
  const { store, audit } = ports
  const { filter, status, statusNote } = body
  const { organizationId } = memberOf(context)
  const ids = filter === undefined ? await idsOf(body, ports, context) : await idsIn(filter, ports, context)
  const plan = await planOf(body, status, ports, context)
  const updated = await triage(store, organizationId, ids, status, statusNote, plan)
  const selected = filter === undefined ? { ids } : { filter, count: ids.length }
  const resourceId = filter?.scanId ?? ids[0]!
  const event = { action: 'finding.triaged', resource: filter === undefined ? 'finding' : 'scan', resourceId } as const
  await audit.append(memberEntry({ ...event, details: { to: status, ...selected } }, context))
  return { updated, status }
}

async function idsOf(
  { ids = [], findingIds = [] }: BulkChange,
  { store }: AppsecPorts,
  context: RequestContext,
): Promise<readonly string[]> {
  const { organizationId } = memberOf(context)
  const wanted = [...new Set([...ids, ...findingIds])]
  const there = new Map((await findingOwners(store, wanted)).map((findingOwner) => [findingOwner.id, findingOwner]))
  for (const id of wanted) owned(there.get(id.toLowerCase()), organizationId, 'finding')
  return [...there.keys()]
}

/** @throws {Failure} `invalid_request` if the filter selects too many findings */
async function idsIn(
  { scanId, ...filter }: NonNullable<BulkChange['filter']>,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<readonly string[]> {
  const scan = await ownScan(scanId, ports, context)
  const ids: string[] = []
  for await (const batch of eachFinding(ports.store, scan.organizationId, scan.id, filter)) {
    for (const { id, isGap } of batch) if (!isGap) ids.push(id)
    if (ids.length > BULK_FILTER_MAX) {
      throw new Failure('invalid_request', `The filter selects more than ${BULK_FILTER_MAX} findings. Narrow it.`)
    }
  }
  return ids
}
