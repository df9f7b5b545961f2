import { Failure, uuidv7 } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Own limit of comments per finding. */
export const COMMENTS_MAX = 1_000

export interface FindingCommentRow {
  readonly id: string
  readonly content: string
  /** Null: the account was deleted. */
  readonly authorId: string | null
  readonly authorEmail: string
  readonly createdAt: Date
}

/** Comments belong to the fingerprint: all scans of the project show them. */
export interface CommentedFinding {
  readonly organizationId: string
  readonly projectId: string
  readonly fingerprint: string
}

/** @throws {Failure} `limit_reached` */
export function addComment(
  store: Store,
  { organizationId, projectId, fingerprint }: CommentedFinding,
  comment: { readonly content: string; readonly authorId: string; readonly authorEmail: string; readonly now: Date },
): Promise<FindingCommentRow> {
  const { content, authorId, authorEmail, now } = comment
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`comments ${projectId} ${fingerprint}`}, 0))`.execute(
      transaction,
    )
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM finding_comments
       WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND fingerprint = ${fingerprint}`.execute(
      transaction,
    )
    if ((rows[0]?.count ?? 0) >= COMMENTS_MAX) {
      throw new Failure('limit_reached', `A finding can have at most ${COMMENTS_MAX} comments.`)
    }
    const row = { id: uuidv7(now.getTime()), content, authorId, authorEmail, createdAt: now }
    await transaction
      .insertInto('finding_comments')
      .values({
        id: row.id,
        organization_id: organizationId,
        project_id: projectId,
        fingerprint,
        author_id: authorId,
        author_email: authorEmail,
        content,
        created_at: now,
      })
      .execute()
    return row
  })
}

/** Returns a page of the comments of a finding, oldest first. */
export async function listComments(
  store: Store,
  { organizationId, projectId, fingerprint }: CommentedFinding,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly comments: readonly FindingCommentRow[]; readonly total: number }> {
  const where = sql`organization_id = ${organizationId} AND project_id = ${projectId} AND fingerprint = ${fingerprint}`
  const [comments, total] = await Promise.all([
    sql<FindingCommentRow>`
      SELECT id, content, author_id AS "authorId", author_email AS "authorEmail", created_at AS "createdAt"
        FROM finding_comments WHERE ${where} ORDER BY created_at, id
       LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(store.db),
    sql<{ count: number }>`SELECT count(*)::int AS count FROM finding_comments WHERE ${where}`.execute(store.db),
  ])
  return { comments: comments.rows, total: total.rows[0]?.count ?? 0 }
}
