import { listFrameworks } from '@gatehouse/attacks/reports'
import type { analysisEndpoints, Handlers } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'

/** Handlers that list the frameworks of analyses. */
export function frameworkHandlers(): Handlers<Pick<typeof analysisEndpoints, 'listFrameworks'>, RequestContext> {
  const frameworks = [...listFrameworks()]
  return { listFrameworks: () => frameworks }
}
