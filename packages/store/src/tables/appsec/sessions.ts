import { uuidv7 } from '@gatehouse/kernel'
import type { Store } from '../../connect.ts'

/** Maximum number of sessions per membership: devices of one person, and abandoned sessions. */
export const SESSIONS_MAX = 50

/** Starts a session; above the limit the oldest ends. @param sha256 of its token */
export async function startSession(
  store: Store,
  { memberId, sha256, expiresAt }: { readonly memberId: string; readonly sha256: Buffer; readonly expiresAt: Date },
): Promise<string> {
  const id = uuidv7()
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('sessions')
      .values({ id, member_id: memberId, sha256, expires_at: expiresAt })
      .execute()
    await transaction
      .deleteFrom('sessions')
      .where('id', 'in', (of) =>
        of
          .selectFrom('sessions')
          .select('id')
          .where('member_id', '=', memberId)
          .orderBy('id', 'desc')
          .offset(SESSIONS_MAX),
      )
      .execute()
  })
  return id
}

export async function endSession(store: Store, id: string): Promise<void> {
  await store.db.deleteFrom('sessions').where('id', '=', id).execute()
}
