import { type RawBuilder, sql } from 'kysely'

// For statements that read `scans` beside `projects`.

/** The branch of a scan; one that names none is of the project's default branch. */
export const BRANCH = sql<string>`coalesce(scans.branch, projects.default_branch)`

export const IS_DEFAULT_BRANCH = sql<boolean>`${BRANCH} = projects.default_branch`

/** Whether a scan is of this branch; null: of the default one. */
export function isOfBranch(branch: string | null): RawBuilder<boolean> {
  return sql<boolean>`${BRANCH} = coalesce(${branch}, projects.default_branch)`
}
