import { paginationOf, type Project } from '@gatehouse/contracts/appsec'
import { BUILD_GATE_DEFAULT } from '@gatehouse/contracts/scans'
import { memberOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  changeProject as saveProject,
  deleteProject as removeProject,
  insertProject,
  listProjects as readProjects,
  type ProjectFields,
  type ProjectRow,
} from '@gatehouse/store/projects'
import { memberEntry } from '../audited.ts'
import { ownProject } from '../projects/own-project.ts'
import { cardOf, type ProjectStatus } from '../projects/standing.ts'
import { checkSavedAddress, REPOSITORY_SCHEMES, WEB_SCHEMES } from '../saved-address.ts'
import { removeSource } from '../scans/source-files.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'
import { shownSchedule } from './schedules.ts'

export const listProjects: AppsecHandler<'listProjects'> =
  ({ store, standings }) =>
  async ({ query, context }) => {
    const { organizationId } = memberOf(context)
    const { projects, total } = await readProjects(store, organizationId, query)
    const standing = await standings.of(
      organizationId,
      projects.map(({ id }) => id),
    )
    return {
      projects: projects.map((project) => shown(project, standing.get(project.id))),
      pagination: paginationOf(query, total),
    }
  }

export const createProject: AppsecHandler<'createProject'> =
  ({ store, audit, egress }) =>
  async ({ body, context }) => {
    const { organizationId } = memberOf(context)
    await checkAddresses(body, egress)
    const project = await insertProject(store, organizationId, body)
    const details = { name: project.name, repoUrl: project.repoUrl }
    await audit.append(
      memberEntry({ action: 'project.created', resource: 'project', resourceId: project.id, details }, context),
    )
    return shown(project, undefined)
  }

export const readProject: AppsecHandler<'readProject'> =
  (ports) =>
  async ({ params: { projectId }, context }) =>
    withProjectStatus(await ownProject(projectId, ports, context), ports)

export const changeProject: AppsecHandler<'changeProject'> =
  (ports) =>
  async ({ params: { projectId }, body, context }) => {
    const { store, audit, egress } = ports
    const before = await ownProject(projectId, ports, context)
    await checkAddresses(body, egress)
    const project = await saveProject(store, before.organizationId, before.id, body)
    if (project === undefined) throw new Failure('not_found', 'Project not found.')
    const event = { action: 'project.updated', resource: 'project', resourceId: project.id } as const
    await audit.append(memberEntry({ ...event, details: { changed: Object.keys(body) } }, context))
    return withProjectStatus(project, ports)
  }

export const deleteProject: AppsecHandler<'deleteProject'> =
  (ports) =>
  async ({ params: { projectId }, context }) => {
    const { store, audit, dataDir } = ports
    const { id, organizationId, name } = await ownProject(projectId, ports, context)
    const sourceFiles = await removeProject(store, organizationId, id)
    // Deleting a project also deletes its sources.
    for (const sourceFile of sourceFiles) await removeSource(dataDir, sourceFile)
    const event = { action: 'project.deleted', resource: 'project', resourceId: id } as const
    await audit.append(memberEntry({ ...event, details: { name } }, context))
  }

async function withProjectStatus(project: ProjectRow, { standings }: AppsecPorts): Promise<Project> {
  const { id, organizationId } = project
  return shown(project, (await standings.of(organizationId, [id])).get(id))
}

async function checkAddresses(
  { repoUrl, dastTargetUrl }: Pick<ProjectFields, 'repoUrl' | 'dastTargetUrl'>,
  egress: AppsecPorts['egress'],
): Promise<void> {
  await checkSavedAddress(repoUrl, { field: 'repoUrl', schemes: REPOSITORY_SCHEMES, clearIfListed: true }, egress)
  await checkSavedAddress(dastTargetUrl, { field: 'dastTargetUrl', schemes: WEB_SCHEMES }, egress)
}

function shown(project: ProjectRow, standing: ProjectStatus | undefined): Project {
  const { buildGate, schedule, webhookPaths, createdAt, updatedAt, ...rest } = project
  return {
    ...rest,
    webhookPaths: [...webhookPaths],
    buildGate: buildGate ?? BUILD_GATE_DEFAULT,
    schedule: schedule === null ? null : shownSchedule(schedule),
    card: cardOf(standing),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
