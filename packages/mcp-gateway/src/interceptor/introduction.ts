import { findPoison } from '@gatehouse/guards/tools'
import { Failure } from '@gatehouse/kernel'
import type { Fields } from '@gatehouse/mcp'
import { isFields } from '../screening/envelope.ts'
import { forwardDecision } from './passing.ts'
import type { InterceptorParts } from './parts.ts'
import { framed } from './known-fields.ts'

/** Protocol versions are dates. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/

/** Server capabilities that the gateway supports. Tasks are excluded, because their results would bypass the tool rules. */
const FEATURES = ['tools', 'prompts', 'resources', 'completions', 'logging'] as const
const SWITCHES = ['listChanged', 'subscribe'] as const

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Server information if the server's own texts are blocked. */
const UNNAMED: Fields = { name: 'unnamed', version: '0' }

/** Fields in which a server describes itself. Its icons and addresses are not for models. */
const NAMED_BY = ['name', 'title', 'version', 'description'] as const

/** Rebuilds a server's introduction from its protocol fields. Removes malicious and blocked texts. */
export async function introduced(fields: Fields, parts: InterceptorParts): Promise<Fields> {
  const meta = isFields(fields['_meta']) ? fields['_meta'] : {}
  const inMeta = isFields(meta[SERVER_INFO])
  const info = textsOf(fields['serverInfo'] ?? meta[SERVER_INFO], NAMED_BY)
  const result = await passed({ ...info }, parts)
  const reported = await passed(textsOf(fields, ['instructions']), parts)
  const serverInfo = result === undefined || result['name'] === undefined ? UNNAMED : { version: '0', ...result }
  const isNamed = inMeta || fields['serverInfo'] !== undefined
  return {
    ...framed({ ...fields, nextCursor: undefined }),
    ...versionsOf(fields),
    capabilities: capabilitiesOf(fields['capabilities']),
    ...(isNamed
      ? inMeta && fields['serverInfo'] === undefined
        ? { _meta: { [SERVER_INFO]: serverInfo } }
        : { serverInfo }
      : {}),
    ...reported,
  }
}

function versionsOf({ protocolVersion: agreed, supportedVersions: all }: Fields): Fields {
  const isVersion = (value: unknown): boolean => typeof value === 'string' && VERSION.test(value)
  return {
    ...(isVersion(agreed) ? { protocolVersion: agreed } : {}),
    ...(Array.isArray(all) ? { supportedVersions: all.filter(isVersion) } : {}),
  }
}

function capabilitiesOf(value: unknown): Fields {
  const own = isFields(value) ? value : {}
  return Object.fromEntries(
    FEATURES.flatMap((feature) => {
      const switches = own[feature]
      if (!isFields(switches)) return []
      return [
        [feature, Object.fromEntries(SWITCHES.flatMap((name) => (switches[name] === true ? [[name, true]] : [])))],
      ]
    }),
  )
}

/** Returns screened texts for the caller; undefined for blocked texts. */
async function passed(words: Fields, parts: InterceptorParts): Promise<Fields | undefined> {
  const { stored, tenant } = parts.exchange
  const texts = Object.values(words)
  if (texts.every((text) => text === '')) return {}
  const description = texts.join('\n')
  const nothing = { title: undefined, inputSchema: undefined, outputSchema: undefined, annotations: undefined }
  const isPoisoned = stored.scan_descriptions && findPoison('server', { ...nothing, description }).length > 0
  if (isPoisoned && tenant.mode !== 'monitor') return undefined
  // Wrapped, because guards do not rewrite the protocol's own field `name`.
  try {
    const screened = await forwardDecision({ metadata: words }, 'notification', parts)
    const opened = 'stop' in screened ? undefined : screened.message['metadata']
    return isFields(opened) ? opened : undefined
  } catch (thrown) {
    // Without a decision the texts are removed. Calls are then rejected individually, with a reason that clients display.
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}

function textsOf(value: unknown, names: readonly string[]): Fields {
  if (!isFields(value)) return {}
  return Object.fromEntries(names.flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : [])))
}
