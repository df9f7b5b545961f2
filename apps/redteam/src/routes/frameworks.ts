import { listFrameworks } from '@gatehouse/attacks/reports'
import type { Handlers } from '@gatehouse/contracts'
import type { analysisEndpoints } from '@gatehouse/contracts/reports'
import type { RequestContext } from '@gatehouse/http'

/** Handlers that list the frameworks of analyses. */
export function frameworkHandlers(): Handlers<Pick<typeof analysisEndpoints, 'listFrameworks'>, RequestContext> {
  const frameworks = [...listFrameworks()]
  return { listFrameworks: () => frameworks }
}
