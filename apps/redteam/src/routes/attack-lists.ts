import { listedCategories, listedStrategies } from '@gatehouse/attacks'
import type { Handlers, redteamServiceEndpoints } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'

type Rows = Pick<typeof redteamServiceEndpoints, 'listCategories' | 'listStrategies'>

/** What runs can look for, and how it can be said. docs/spec/redteam.md "Categories". */
export function attackListHandlers(): Handlers<Rows, RequestContext> {
  const [categories, strategies] = [listedCategories(), listedStrategies()]
  return { listCategories: () => categories, listStrategies: () => strategies }
}
