import { layoutOf, passwordOf } from './layout.ts'
import { runningPostmaster, settledPostmaster } from './postmaster.ts'
import { EMBEDDED_DATABASE } from './settings.ts'
import { urlOf } from './url.ts'

/**
 * Returns the connection URL of an embedded server that another process runs in a data folder, for concurrent commands. It contains the
 * password and must never be logged.
 * @returns `undefined` if no server runs there
 */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const layout = layoutOf(dataDir)
  if (runningPostmaster(layout.cluster) === undefined) return undefined
  const state = await settledPostmaster(layout.cluster)
  return state === undefined ? undefined : urlOf(state, passwordOf(layout), EMBEDDED_DATABASE)
}
