import type { Handlers, npmAuditEndpoints } from '@gatehouse/contracts'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { askedInTree, askedOf, placesOf } from '../advisories/npm/asked.ts'
import { type AskedPackages, auditNpm, type FoundAdvisory, withoutAnswer } from '../advisories/npm/audit.ts'
import { withoutJudged } from '../advisories/npm/judgements.ts'
import { bulkReport, treeReport } from '../advisories/npm/report.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecPorts } from './handler.ts'

type Ports = Pick<AppsecPorts, 'store' | 'advisories' | 'clock'>

/** What `npm audit` and its like ask of a registry, answered for one project. */
export function npmAuditHandlers(ports: Ports): Handlers<typeof npmAuditEndpoints, RequestContext> {
  const auditTree = async (projectId: string, tree: unknown, context: RequestContext) => {
    await ownProject(projectId, ports, context)
    const places = placesOf(tree)
    return treeReport(await audit(askedInTree(places), projectId, ports, context), places)
  }
  return {
    async npmBulkAdvisories({ params, body, context }) {
      await ownProject(params.projectId, ports, context)
      return bulkReport(await audit(askedOf(body), params.projectId, ports, context))
    },
    npmAudit: ({ params, body, context }) => auditTree(params.projectId, body, context),
    npmQuickAudit: ({ params, body, context }) => auditTree(params.projectId, body, context),
    async npmPing({ params, context }) {
      await ownProject(params.projectId, ports, context)
      return {}
    },
  }
}

async function audit(
  asked: AskedPackages,
  projectId: string,
  { store, advisories, clock }: Ports,
  context: RequestContext,
): Promise<readonly FoundAdvisory[]> {
  const { organizationId } = memberOf(context)
  const { port, gap, release } = await advisories.of(organizationId)
  try {
    // An empty answer would read as "found 0 vulnerabilities".
    if (port === undefined) {
      throw withoutAnswer(gap ?? 'No advisories are imported here: run gatehouse vulndb import or update.')
    }
    if (port.manifest !== undefined && (port.manifest.ecosystems['npm'] ?? 0) === 0) {
      throw withoutAnswer('The imported advisories say nothing of npm at all.')
    }
    // npm shows it to whoever asked.
    if (gap !== undefined) context.header('npm-notice', oneLine(gap))
    const found = await auditNpm(asked, port, context.signal)
    return await withoutJudged(found, organizationId, projectId, { store, now: new Date(clock.now()) })
  } finally {
    release()
  }
}

/** As a header may hold it. */
function oneLine(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500)
}
