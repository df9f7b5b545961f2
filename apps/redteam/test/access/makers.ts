import { send } from '../serve.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'

export interface Making {
  readonly url: string
  readonly agentUrl: string
  /** Headers that act as an admin of the tenant. */
  readonly headers: Readonly<Record<string, string>>
  /** Part of the created resources, so that leaks are detectable. */
  readonly marker: string
}

/** Functions that create the resource of a path parameter, by parameter name. @returns its value */
export const MAKERS: Readonly<Record<string, (making: Making) => Promise<string>>> = {
  id: async (making) => (await made(making)).id,
  filename: async (making) => (await made(making)).reportFile ?? '',
}

/** Request bodies of endpoints that reference a tenant's resource. */
export const BODIES: Readonly<Record<string, (filename: string) => object>> = {
  analyzeOwasp: (filename) => ({ reportFilename: filename }),
  analyzeRisk: (filename) => ({ reportFile: filename }),
  draftGuardPolicy: () => ({}),
}

async function made({ url, agentUrl, headers, marker }: Making) {
  const body = bodyOf(agentUrl, { adaptiveRounds: 0, maxAttacksPerCategory: 2 }, {}, { agentEndpoint: `/${marker}` })
  const { id } = await start({ url }, body, headers)
  return untilFinal({ url }, id, headers)
}

/** Returns everything that a caller can read, by endpoint. */
export async function readAll(
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, text } = await send(`${url}${path}`, 'GET', undefined, headers)
    texts[path] = `${status} ${text}`
  }
  return texts
}
