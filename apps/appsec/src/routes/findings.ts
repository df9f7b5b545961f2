import type { Handlers } from '@gatehouse/contracts'
import { paginationOf } from '@gatehouse/contracts/appsec'
import { FINDING_SEVERITIES, type findingEndpoints } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { type FindingRow, type FindingSort, listFindings as readFindings } from '@gatehouse/store/findings'
import { readTrends as readDays } from '@gatehouse/store/projects'
import { latestCompleted } from '@gatehouse/store/scans'
import { memberEntry } from '../audited.ts'
import { ownFinding } from '../findings/own-finding.ts'
import { changeAll } from '../findings/change-all.ts'
import { addFindingComment, changeFinding, listFindingComments } from '../findings/manage.ts'
import { retestFinding } from '../findings/retest.ts'
import { ownProject } from '../projects/own-project.ts'
import { shownFindings, shownScans } from '../scans/shown.ts'
import { openFixRequest } from '../scans/open-fix.ts'
import { suggestRepair } from '../scans/suggest-fix.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'
import { ownScan } from './scans.ts'

/** Own limit: an editor displays no more, and queries single files. */
const IDE_FINDINGS_MAX = 500

const listFindings: AppsecHandler<'listFindings'> =
  (ports) =>
  async ({ params: { scanId }, query, context }) => {
    const { id, organizationId } = await ownScan(scanId, ports, context)
    const descending = query.sort.startsWith('-')
    const sort = query.sort.replace('-', '') as FindingSort
    const { findings, total } = await readFindings(ports.store, organizationId, id, { ...query, sort, descending })
    return { findings: await shownFindings(findings, ports.store), pagination: paginationOf(query, total) }
  }

const readFinding: AppsecHandler<'readFinding'> =
  (ports) =>
  async ({ params: { findingId }, context }) =>
    (await shownFindings([await ownFinding(findingId, ports, context)], ports.store))[0]!

/** Permission is checked first. docs/spec/appsec.md. */
const suggestFix: AppsecHandler<'suggestFix'> =
  (ports) =>
  async ({ params: { scanId, findingId }, context }) => {
    const finding = await ownFindingOf(scanId, findingId, ports, context)
    const scan = await ownScan(scanId, ports, context)
    return suggestRepair(finding, scan, ports, context.signal)
  }

const openFixPullRequest: AppsecHandler<'openFixPullRequest'> =
  (ports) =>
  async ({ params: { scanId, findingId }, body = {}, context }) => {
    const finding = await ownFindingOf(scanId, findingId, ports, context)
    const scan = await ownScan(scanId, ports, context)
    const { opened, isNew } = await openFixRequest({ finding, scan, ...body }, ports, context.signal)
    if (isNew) {
      const event = { action: 'finding.fix_opened', resource: 'finding', resourceId: finding.id } as const
      await ports.audit.append(memberEntry({ ...event, details: { ...opened } }, context))
    }
    return opened
  }

const readTrends: AppsecHandler<'readTrends'> =
  ({ store, clock }) =>
  async ({ query: { days }, context }) => {
    const now = new Date(clock.now())
    const { series, repairs } = await readDays(store, memberOf(context).organizationId, { days, now })
    const mttr = Object.fromEntries(
      FINDING_SEVERITIES.filter((severity) => severity !== 'INFO').map((severity) => {
        const { count = 0, meanHours = 0 } = repairs.find((repair) => repair.severity === severity) ?? {}
        return [severity, { count, meanHours }]
      }),
    )
    return { days, series: [...series], mttr }
  }

const readIdeFindings: AppsecHandler<'readIdeFindings'> =
  (ports) =>
  async ({ query: { projectId, filePath, minSeverity }, context }) => {
    const { store } = ports
    const { id, organizationId, name } = await ownProject(projectId, ports, context)
    const latest = await latestCompleted(store, organizationId, id)
    if (latest === undefined) return { project: { id, name }, scan: null, findings: [] }
    const { findings } = await readFindings(store, organizationId, latest.id, {
      page: 1,
      limit: IDE_FINDINGS_MAX,
      severity: FINDING_SEVERITIES.slice(0, FINDING_SEVERITIES.indexOf(minSeverity) + 1),
      status: ['OPEN', 'IN_PROGRESS'],
      filePath,
    })
    const [scan = null] = await shownScans([latest], store)
    return { project: { id, name }, scan, findings: await shownFindings(findings, store) }
  }

export function findingHandlers(ports: AppsecPorts): Handlers<typeof findingEndpoints, RequestContext> {
  return {
    listFindings: listFindings(ports),
    readFinding: readFinding(ports),
    changeFinding: changeFinding(ports),
    listFindingComments: listFindingComments(ports),
    addFindingComment: addFindingComment(ports),
    retestFinding: retestFinding(ports),
    changeFindings: ({ body, context }) => changeAll(body, ports, context),
    patchFindings: ({ body, context }) => changeAll(body, ports, context),
    suggestFix: suggestFix(ports),
    openFixPullRequest: openFixPullRequest(ports),
    readTrends: readTrends(ports),
    readIdeFindings: readIdeFindings(ports),
  }
}

/** Returns the finding if it belongs to the caller's organization and to the given scan. */
async function ownFindingOf(
  scanId: string,
  findingId: string,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<FindingRow> {
  const scan = await ownScan(scanId, ports, context)
  const finding = await ownFinding(findingId, ports, context)
  if (finding.scanId === scan.id) return finding
  throw new Failure('not_found', 'Finding not found in this scan.')
}
