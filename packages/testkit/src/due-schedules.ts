import { openStore, runningEmbedded } from '@gatehouse/store'

/** Makes every schedule due now: the service finds it at its next poll, within 20 seconds. */
export async function makeSchedulesDue(dataDir: string): Promise<void> {
  const url = await runningEmbedded(dataDir)
  if (url === undefined) throw new Error('No database runs there.')
  const store = await openStore({ url, poolMax: 1 })
  await store.withConnection((client) => client.query(`UPDATE schedules SET next_run_at = now() WHERE enabled`))
  await store.close()
}
