import type { Handlers, projectEndpoints } from '@gatehouse/contracts'
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
