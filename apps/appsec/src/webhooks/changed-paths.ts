import type { RequestContext } from '@gatehouse/http'
import { messageOf } from '@gatehouse/kernel'
import type { WebhookProject } from '@gatehouse/store/projects'
import type { Hosts } from '../hosts/hosts.ts'
import type { PullRequestEvent, PushEvent } from './host-event.ts'

/** Own limit: git hosts wait about 10 seconds for the response to a webhook. */
const LIST_MS_MAX = 5_000
/** Git hosts list at most this number of files of a pull request. */
const FILES_MAX = 3_000

/** Returns whether an event changes files in the project's folders. Where the changed files are not listed, it does. */
export async function changesPaths(
  event: PullRequestEvent | PushEvent,
  project: WebhookProject,
  ports: { readonly hosts: Hosts },
  context: Pick<RequestContext, 'log'>,
): Promise<boolean> {
  const folders = project.webhookPaths
  if (folders.length === 0) return true
  const paths = event.trigger === 'push' ? event.paths : await listedPaths(event, project, ports, context)
  return paths?.some((path) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`))) ?? true
}

/** Returns the changed files of a pull request, from the linked repository. */
async function listedPaths(
  { number }: PullRequestEvent,
  { organizationId, id: projectId }: WebhookProject,
  { hosts }: { readonly hosts: Hosts },
  { log }: Pick<RequestContext, 'log'>,
): Promise<readonly string[] | undefined> {
  try {
    const link = await hosts.linkOf({ organizationId, projectId })
    if (link === undefined) return undefined
    const changed = await hosts.open(link, AbortSignal.timeout(LIST_MS_MAX)).changedLines(number)
    return changed === undefined || changed.size >= FILES_MAX ? undefined : [...changed.keys()]
  } catch (error) {
    log.warn({ error: messageOf(error), project_id: projectId }, 'the files of a pull request cannot be listed')
    return undefined
  }
}
