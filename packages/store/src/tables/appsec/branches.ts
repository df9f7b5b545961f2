import { type RawBuilder, sql } from 'kysely'

// Branch column for statements that join `scans` and `projects`.

/** Branch of a scan; default: the project's default branch. */
export const BRANCH = sql<string>`coalesce(scans.branch, projects.default_branch)`

export const IS_DEFAULT_BRANCH = sql<boolean>`${BRANCH} = projects.default_branch`

/** Returns the condition that a scan belongs to a branch; null: the default one. */
export function isOfBranch(branch: string | null): RawBuilder<boolean> {
  return sql<boolean>`${BRANCH} = coalesce(${branch}, projects.default_branch)`
}
