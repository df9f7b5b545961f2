import { listedCategories, listedStrategies } from '@gatehouse/attacks/reports'
import type { Handlers } from '@gatehouse/contracts'
import type { redteamServiceEndpoints } from '@gatehouse/contracts/redteam'
import type { RequestContext } from '@gatehouse/http'

type Rows = Pick<typeof redteamServiceEndpoints, 'listCategories' | 'listStrategies'>

/** Handlers that list the categories and the attack strategies of runs. docs/spec/redteam.md "Categories". */
export function attackListHandlers(): Handlers<Rows, RequestContext> {
  const [categories, strategies] = [listedCategories(), listedStrategies()]
  return { listCategories: () => categories, listStrategies: () => strategies }
}
