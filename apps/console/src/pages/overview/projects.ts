import { messages } from '../../messages/overview.ts'
/** Maximum number of pages to read. Further projects are only included in `total`. */
const PAGES_MAX = 20

interface Page<Project> {
  readonly projects: readonly Project[]
  readonly pagination: { readonly total: number; readonly totalPages: number }
}

/** Returns the projects of all pages, newest first, and the total, which is larger if not all pages were read. */
export async function allProjects<Project extends { readonly id: string }>(
  read: (page: number) => Promise<Page<Project>>,
): Promise<{ readonly projects: readonly Project[]; readonly total: number }> {
  const byId = new Map<string, Project>()
  for (let page = 1; ; page++) {
    const { projects, pagination } = await read(page)
    // A project created meanwhile moves others to the next page.
    for (const project of projects) byId.set(project.id, project)
    if (page >= Math.min(pagination.totalPages, PAGES_MAX))
      return { projects: [...byId.values()], total: pagination.total }
  }
}

/** Scope of the counts of a tile. */
export function projectsText(counted: number, total: number): string {
  if (total > counted) return messages.projects.theNewestOfProjects(counted.toLocaleString(), total.toLocaleString())
  return messages.projects.projects(total)
}
