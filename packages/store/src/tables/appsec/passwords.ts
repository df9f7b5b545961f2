import type { Store } from '../../connect.ts'

/** @returns null for members who sign in only by a provider */
export async function readPassword(store: Store, userId: string): Promise<string | null> {
  const row = await store.db.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst()
  return row?.password ?? null
}

/**
 * Replaces a password and ends all sessions of its owner, in every organization, except one.
 * @param from as stored; both in the format of `hashPassword`
 * @returns false if it is no longer the current password; then nothing has changed
 */
export function replacePassword(
  store: Store,
  {
    userId,
    from,
    to,
    keptSessionId,
  }: { readonly userId: string; readonly from: string; readonly to: string; readonly keptSessionId: string },
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ password: to })
      .where('id', '=', userId)
      .where('password', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await transaction
      .deleteFrom('sessions')
      .where('member_id', 'in', (of) => of.selectFrom('members').select('id').where('user_id', '=', userId))
      .where('id', '<>', keptSessionId)
      .execute()
    return true
  })
}
