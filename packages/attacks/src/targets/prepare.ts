import type { RunTarget } from '@gatehouse/contracts/redteam'
import { readText, type SlotText } from './slots.ts'
import { acceptedFiles, isModelApi, modelEndpoint, modelHeaders } from './model-dialects.ts'
import { readRequestBody, type RequestBody } from './request-body.ts'

/** HTTP connection headers, which users cannot set. */
const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'te',
  'trailer',
])
const SCHEMES: Readonly<Record<RunTarget['type'], readonly string[]>> = {
  http_agent: ['http:', 'https:'],
  openai: ['http:', 'https:'],
  openai_responses: ['http:', 'https:'],
  anthropic: ['http:', 'https:'],
  ollama: ['http:', 'https:'],
  mcp: ['http:', 'https:'],
  websocket_agent: ['ws:', 'wss:', 'http:', 'https:'],
  a2a: ['http:', 'https:'],
}
/** Default request body. docs/spec/redteam.md "Target". */
const BODY_DEFAULT = '{"message": {{message}}}'

type Step = NonNullable<RunTarget['steps']>[number]

export interface PreparedStep {
  readonly method: string
  /** Whole, or a path below the target's base address. */
  readonly address: SlotText
  readonly headers: readonly (readonly [name: string, value: SlotText])[]
  readonly body: RequestBody | undefined
  readonly extract: readonly (readonly [variable: string, place: string])[]
}

/** Validated target with parsed templates. */
export interface Prepared {
  readonly config: RunTarget
  readonly base: URL
  /** Path and query with slots. */
  readonly address: SlotText
  readonly headers: PreparedStep['headers']
  /** Undefined for dialects that write their own. */
  readonly body: RequestBody | undefined
  readonly steps: readonly PreparedStep[]
  readonly stateProbe: PreparedStep | undefined
  /** All slots that are used anywhere. */
  readonly slots: ReadonlySet<string>
}

/** @throws {RangeError} a sentence that names the invalid field */
export function prepare(config: RunTarget): Prepared {
  const base = baseOf(config)
  const steps = config.steps ?? []
  const extracted = steps.flatMap(({ extract }) => Object.keys(extract ?? {}))
  const variables = new Set([...Object.keys(config.variables ?? {}), ...extracted])
  const address = readText(addressOf(base, config), variables, 'The agentEndpoint')
  const declared = headersOf({ ...modelHeaders(config.type), ...config.headers }, variables)
  const template = config.customApiTemplate?.bodyTemplate
  const ownBody = isModelApi(config.type) || config.type === 'mcp' || config.type === 'a2a'
  const isInAddress = address.slots.has('message')
  const body =
    template === undefined
      ? ownBody || isInAddress
        ? undefined
        : readRequestBody(BODY_DEFAULT, undefined, variables)
      : readRequestBody(template, mediaTypeOf(config.headers), variables, { needsMessage: !isInAddress })
  // The boundary is part of the media type, so the declared header is replaced.
  const headers = body?.encoding === 'multipart' ? declared.filter(([name]) => name !== 'content-type') : declared
  if (config.type === 'mcp' && template !== undefined) {
    throw new RangeError('A target of type mcp has no bodyTemplate: the tools define their arguments.')
  }
  if (isModelApi(config.type) && template === undefined && config.model === undefined) {
    throw new RangeError(`A target of type ${config.type} needs a model.`)
  }
  if (body !== undefined) checkBody(config, body)
  checkToken(config)
  checkAttachments(config, body)
  // A step may use the variables of earlier steps.
  const known = new Set(Object.keys(config.variables ?? {}))
  const prepared = steps.map((step, at) => {
    const one = prepareStep(step, known, `Step ${at + 1}`)
    for (const name of Object.keys(step.extract ?? {})) known.add(name)
    return one
  })
  const { stateProbe } = config
  return {
    config,
    base,
    address,
    headers,
    body,
    steps: prepared,
    stateProbe: stateProbe === undefined ? undefined : prepareStep({ ...stateProbe }, variables, 'The stateProbe'),
    slots: new Set([...address.slots, ...headers.flatMap(([, value]) => [...value.slots]), ...(body?.slots ?? [])]),
  }
}

/** Returns the problem of a target, as a sentence; undefined: valid. It never contains a secret of the target. */
export function checkTarget(config: RunTarget): string | undefined {
  try {
    prepare(config)
    return undefined
  } catch (thrown) {
    if (thrown instanceof RangeError) return thrown.message
    throw thrown
  }
}

function baseOf({ baseUrl, type }: RunTarget): URL {
  const base = URL.parse(baseUrl)
  if (base === null) throw new RangeError('Invalid baseUrl: it must be a URL that starts with https:// or http://.')
  if (!SCHEMES[type].includes(base.protocol)) {
    throw new RangeError(
      `Invalid baseUrl: for target type ${type}, it must start with ${SCHEMES[type].join('// or ')}//.`,
    )
  }
  if (base.username !== '' || base.password !== '') {
    throw new RangeError('Invalid baseUrl: it contains credentials. Set them in auth.')
  }
  if (type === 'websocket_agent') base.protocol = base.protocol.replace('http', 'ws')
  base.hash = ''
  return base
}

function addressOf(base: URL, { agentEndpoint, type }: RunTarget): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(agentEndpoint) || agentEndpoint.startsWith('//')) {
    throw new RangeError('Invalid agentEndpoint: it must be a path relative to baseUrl, not a URL.')
  }
  if (/[\s#\\]/.test(agentEndpoint.replaceAll(/\{\{[^{}]*\}\}/g, ''))) {
    throw new RangeError('Invalid agentEndpoint: it contains a space, # or backslash.')
  }
  const folder = base.pathname.replace(/\/$/, '')
  const own = agentEndpoint === '' ? modelEndpoint(type, folder) : undefined
  const endpoint = own ?? agentEndpoint.replace(/^\/+/, '')
  if (endpoint === '') return `${base.pathname}${base.search}`
  const [path = '', query] = endpoint.split('?', 2)
  const queries = [base.search.slice(1), query ?? ''].filter((item) => item !== '').join('&')
  return `${folder}/${path}${queries === '' ? '' : `?${queries}`}`
}

function headersOf(headers: RunTarget['headers'], variables: ReadonlySet<string>): PreparedStep['headers'] {
  return Object.entries(headers ?? {}).map(([name, value]) => {
    const lower = name.toLowerCase()
    if (CONNECTION_HEADERS.has(lower))
      throw new RangeError(`Invalid header ${lower}: connection headers are not allowed. Remove it.`)
    return [lower, readText(value, variables, `The header ${lower}`)] as const
  })
}

function prepareStep(
  { method, path, headers, body, extract }: Step,
  variables: ReadonlySet<string>,
  what: string,
): PreparedStep {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) && !/^https?:\/\//i.test(path)) {
    throw new RangeError(`${what} has an address that begins neither with http:// nor with https://.`)
  }
  const own = headersOf(headers, variables)
  return {
    method,
    address: readText(path, variables, what),
    headers: own,
    body:
      body === undefined
        ? undefined
        : readRequestBody(body, mediaTypeOf(headers), variables, {
            what: `The body of ${what.toLowerCase()}`,
            needsMessage: false,
          }),
    extract: Object.entries(extract ?? {}),
  }
}

function mediaTypeOf(headers: RunTarget['headers']): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
}

function checkBody({ method, session, type }: RunTarget, { encoding, slots }: RequestBody): void {
  const hasFields = encoding === 'json' || encoding === 'form'
  if (method === 'GET' && type === 'http_agent' && !hasFields) {
    throw new RangeError(
      'With method GET the bodyTemplate must be JSON or form-encoded: its fields are sent in the query.',
    )
  }
  const place = session?.send ?? session?.receive
  const isInBody = session !== undefined && session.madeBy !== 'none' && (place === undefined || place.in === 'body')
  if (isInBody && !hasFields && !slots.has('session_id')) {
    throw new RangeError(`A ${encoding} bodyTemplate needs a {{session_id}} slot for the session identifier.`)
  }
}

/** @throws {RangeError} for attachments that the request cannot contain, and for a slot without attachments */
function checkAttachments({ attachments = [], type }: RunTarget, body: RequestBody | undefined): void {
  const hasSlot = body?.slots.has('attachment') === true
  if (attachments.length === 0) {
    if (hasSlot) throw new RangeError('The {{attachment}} slot needs the accepted file types in attachments.')
    return
  }
  if (body !== undefined) {
    if (type !== 'http_agent' && !isModelApi(type))
      throw new RangeError(`A target of type ${type} takes no attachments.`)
    if (!hasSlot) throw new RangeError('A target with attachments needs an {{attachment}} slot in its bodyTemplate.')
    return
  }
  const accepted = acceptedFiles(type) ?? []
  const other = attachments.find((kind) => !accepted.includes(kind))
  if (other === undefined) return
  const types = accepted.length === 0 ? 'no attachments' : `only ${accepted.join(', ')}`
  throw new RangeError(`A target of type ${type} takes ${types}; remove ${other} from attachments.`)
}

function checkToken({ auth }: RunTarget): void {
  if (auth?.type === 'oauth2_client_credentials') {
    const url = URL.parse(auth.tokenUrl)
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new RangeError('Invalid tokenUrl: it must be a URL that starts with https:// or http://.')
    }
  }
  const value = auth?.type === 'bearer' ? auth.token : auth?.type === 'api_key' ? auth.value : ''
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
    throw new RangeError('Invalid secret in auth: it contains characters that are not allowed in a header.')
  }
}
