import type { Schedule, ScheduleBody } from '@gatehouse/contracts/appsec'
import type { RequestContext } from '@gatehouse/http'
import {
  deleteSchedule as removeSchedule,
  putSchedule as saveSchedule,
  type ScheduleRow,
} from '@gatehouse/store/projects'
import { memberEntry } from '../audited.ts'
import { nextRun, timingOf } from '../schedules/next-run.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

export const readSchedule: AppsecHandler<'readSchedule'> =
  (ports) =>
  async ({ params: { projectId }, context }) => {
    const { schedule } = await ownProject(projectId, ports, context)
    return { schedule: schedule === null ? null : shownSchedule(schedule) }
  }

export const putSchedule: AppsecHandler<'putSchedule'> =
  (ports) =>
  ({ params: { projectId }, body, context }) =>
    save(projectId, body, ports, context)

export const postSchedule: AppsecHandler<'postSchedule'> =
  (ports) =>
  ({ params: { projectId }, body, context }) =>
    save(projectId, body, ports, context)

export const deleteSchedule: AppsecHandler<'deleteSchedule'> =
  (ports) =>
  async ({ params: { projectId }, context }) => {
    const { id, organizationId } = await ownProject(projectId, ports, context)
    if (!(await removeSchedule(ports.store, organizationId, id))) return
    const event = { action: 'schedule.deleted', resource: 'project', resourceId: id } as const
    await ports.audit.append(memberEntry(event, context))
  }

export function shownSchedule({ nextRunAt, lastRunAt, ...schedule }: ScheduleRow): Schedule {
  return {
    ...schedule,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
  }
}

async function save(
  projectId: string,
  body: ScheduleBody,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<{ schedule: Schedule }> {
  const { id, organizationId } = await ownProject(projectId, ports, context)
  const now = new Date(ports.clock.now())
  const timing = timingOf(body, now)
  const { enabled, scanType, branch = null } = body
  const saved = await saveSchedule(ports.store, organizationId, id, {
    ...timing,
    enabled,
    scanType,
    branch,
    nextRunAt: enabled ? nextRun(timing, now) : null,
  })
  const event = { action: 'schedule.saved', resource: 'project', resourceId: id } as const
  await ports.audit.append(memberEntry({ ...event, details: { ...timing, enabled, scanType, branch } }, context))
  return { schedule: shownSchedule(saved) }
}
