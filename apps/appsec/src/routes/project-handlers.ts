import type { Handlers } from '@gatehouse/contracts'
import type { projectEndpoints } from '@gatehouse/contracts/appsec'
import type { RequestContext } from '@gatehouse/http'
import type { AppsecPorts } from './handler.ts'
import { changeProject, createProject, deleteProject, listProjects, readProject } from './projects.ts'
import { deleteSchedule, postSchedule, putSchedule, readSchedule } from './schedules.ts'
import { deleteWebhookSecret, makeWebhookSecret } from './webhook-secrets.ts'

export function projectHandlers(ports: AppsecPorts): Handlers<typeof projectEndpoints, RequestContext> {
  return {
    listProjects: listProjects(ports),
    createProject: createProject(ports),
    readProject: readProject(ports),
    changeProject: changeProject(ports),
    deleteProject: deleteProject(ports),
    readSchedule: readSchedule(ports),
    putSchedule: putSchedule(ports),
    postSchedule: postSchedule(ports),
    deleteSchedule: deleteSchedule(ports),
    makeWebhookSecret: makeWebhookSecret(ports),
    deleteWebhookSecret: deleteWebhookSecret(ports),
  }
}
