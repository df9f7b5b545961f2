import type { Handlers } from '@gatehouse/contracts'
import type { npmAuditEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { lastScanWithPackages, readScanInventory } from '@gatehouse/store/findings'
import type { ProjectRow } from '@gatehouse/store/projects'
import { packagesInTree, requestedPackages, treeNodes } from '../advisories/npm/asked.ts'
import { type RequestedPackages, auditNpm, type FoundAdvisory, withoutAnswer } from '../advisories/npm/audit.ts'
import { withoutTriaged } from '../advisories/npm/judgements.ts'
import { npmPackagesOf, type PackageInUse, packumentOf } from '../advisories/npm/packument.ts'
import { bulkReport, treeReport } from '../advisories/npm/report.ts'
import { unpackInventory } from '../jobs/shard-results.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecPorts } from './handler.ts'

type Ports = Pick<AppsecPorts, 'store' | 'advisories' | 'clock'>

/** Handlers of the registry endpoints of `npm audit` and compatible clients, for one project. */
export function npmAuditHandlers(ports: Ports): Handlers<typeof npmAuditEndpoints, RequestContext> {
  const packagesOf = scannedPackages(ports.store)
  const auditTree = async (projectId: string, tree: unknown, context: RequestContext) => {
    await ownProject(projectId, ports, context)
    const places = treeNodes(tree)
    return treeReport(await audit(packagesInTree(places), projectId, ports, context), places)
  }
  return {
    async npmBulkAdvisories({ params, body, context }) {
      await ownProject(params.projectId, ports, context)
      return bulkReport(await audit(requestedPackages(body), params.projectId, ports, context))
    },
    npmAudit: ({ params, body, context }) => auditTree(params.projectId, body, context),
    npmQuickAudit: ({ params, body, context }) => auditTree(params.projectId, body, context),
    async npmPackument({ params: { projectId, name }, context }) {
      const project = await ownProject(projectId, ports, context)
      const inUse = (await packagesOf(project))?.get(name)
      if (inUse === undefined) throw unlisted(name)
      const { port, release } = await ports.advisories.of(project.organizationId)
      try {
        if (port === undefined) throw unlisted(name)
        const found: FoundAdvisory[] = []
        // Sequential: fixes differ by version.
        for (const version of inUse.versions) {
          found.push(...(await auditNpm(new Map([[name, new Set([version])]]), port, context.signal)))
        }
        const judged = { store: ports.store, now: new Date(ports.clock.now()) }
        const left = await withoutTriaged(found, project.organizationId, projectId, judged)
        const list = await packumentOf(
          name,
          inUse,
          left.map(({ match }) => match),
          port,
        )
        if (list === undefined) throw unlisted(name)
        return list
      } finally {
        release()
      }
    },
    async npmPing({ params, context }) {
      await ownProject(params.projectId, ports, context)
      return {}
    },
  }
}

/** Own limit of cached package lists: npm sends consecutive requests for the same one. */
const READY_MAX = 16

/** Returns the packages in use of a project's last scan. */
function scannedPackages(store: Store) {
  const ready = new Map<string, Promise<ReadonlyMap<string, PackageInUse>>>()
  return async ({ id, organizationId }: ProjectRow): Promise<ReadonlyMap<string, PackageInUse> | undefined> => {
    const scanId = await lastScanWithPackages(store, organizationId, id)
    if (scanId === undefined) return undefined
    const read = async () => {
      const packed = await readScanInventory(store, { id: scanId, organizationId })
      return packed === undefined ? new Map<string, PackageInUse>() : npmPackagesOf(unpackInventory(packed))
    }
    const known = ready.get(scanId) ?? read()
    ready.delete(scanId)
    ready.set(scanId, known)
    known.catch(() => ready.delete(scanId))
    const [oldest] = ready.keys()
    if (ready.size > READY_MAX && oldest !== undefined) ready.delete(oldest)
    return known
  }
}

function unlisted(name: string): Failure {
  const sentence = `No versions of ${JSON.stringify(name.slice(0, 100))} are available: this endpoint does not serve packages and lists only the vulnerable versions from the last scan.`
  return new Failure('not_found', sentence)
}

async function audit(
  askedPackages: RequestedPackages,
  projectId: string,
  { store, advisories, clock }: Ports,
  context: RequestContext,
): Promise<readonly FoundAdvisory[]> {
  const { organizationId } = memberOf(context)
  const { port, gap, release } = await advisories.of(organizationId)
  try {
    // An empty response would be displayed as "found 0 vulnerabilities".
    if (port === undefined) {
      throw withoutAnswer(
        gap ?? 'No advisories are imported. Run `gatehouse vulndb import` or `gatehouse vulndb update`.',
      )
    }
    if (port.manifest !== undefined && (port.manifest.ecosystems['npm'] ?? 0) === 0) {
      throw withoutAnswer('The imported advisories do not cover npm.')
    }
    // npm displays this header to the user.
    if (gap !== undefined) context.header('npm-notice', singleLine(gap))
    const found = await auditNpm(askedPackages, port, context.signal)
    return await withoutTriaged(found, organizationId, projectId, { store, now: new Date(clock.now()) })
  } finally {
    release()
  }
}

/** Converts text to a valid header value. */
function singleLine(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500)
}
