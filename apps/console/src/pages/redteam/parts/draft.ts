import type { AttachmentKind, CustomAttack, Dataset, Report, RunRequest, RunTarget } from './types.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

type Auth = NonNullable<RunTarget['auth']>
export type AuthKind = 'none' | Auth['type']
type TargetKind = NonNullable<RunTarget['type']>

/** A run that is being edited. Secrets exist only here and in the request, never in an address or browser storage. */
export interface Draft {
  readonly type: TargetKind
  readonly baseUrl: string
  readonly agentEndpoint: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET'
  readonly bodyTemplate: string
  readonly responsePath: string
  readonly model: string
  readonly auth: AuthKind
  readonly token: string
  readonly username: string
  readonly password: string
  readonly keyName: string
  readonly keyIn: 'header' | 'query'
  readonly keyValue: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** Lines of `name: value`. */
  readonly headers: string
  /** From an earlier run; undefined: determined by the template. */
  readonly session: RunTarget['session']
  readonly toolCallsPath: string
  readonly systemPrompt: string
  readonly canary: string
  /** Names separated by commas or line breaks. */
  readonly allowedTools: string
  /** Types of files that the target accepts. */
  readonly attachments: ReadonlySet<AttachmentKind>
  /** Undefined: the default categories of a run. */
  readonly categories: ReadonlySet<string> | undefined
  readonly strategies: ReadonlySet<string> | undefined
  /** Names of domain packs. */
  readonly domains: ReadonlySet<string>
  readonly attacks: string
  readonly rounds: string
  readonly repeats: string
  readonly concurrency: string
  readonly perSecond: string
  readonly maxRequests: string
  readonly maxCostUsd: string
  readonly seed: string
  readonly customAttacks: readonly CustomAttack[]
  /** Files of attacks. */
  readonly datasets: readonly Dataset[]
}

export const EMPTY: Draft = {
  type: 'http_agent',
  baseUrl: '',
  agentEndpoint: '',
  method: 'POST',
  bodyTemplate: '{"message": "{{message}}"}',
  responsePath: '',
  model: '',
  auth: 'none',
  token: '',
  username: '',
  password: '',
  keyName: 'x-api-key',
  keyIn: 'header',
  keyValue: '',
  tokenUrl: '',
  clientId: '',
  clientSecret: '',
  scope: '',
  headers: '',
  session: undefined,
  toolCallsPath: '',
  systemPrompt: '',
  canary: '',
  allowedTools: '',
  attachments: new Set(),
  categories: undefined,
  strategies: undefined,
  domains: new Set(),
  attacks: '15',
  rounds: '3',
  repeats: '1',
  concurrency: '3',
  perSecond: '',
  maxRequests: '',
  maxCostUsd: '',
  seed: '',
  customAttacks: [],
  datasets: [],
}

/** Types of files that attacks can be sent in. */
export const ATTACHMENTS = ['image', 'pdf', 'docx', 'audio'] as const satisfies readonly AttachmentKind[]

/** Returns whether the user writes the request template. Known target types have none. */
export const hasTemplate = ({ type }: Draft): boolean => type === 'http_agent' || type === 'websocket_agent'

const MODEL_APIS: ReadonlySet<Draft['type']> = new Set(['openai', 'openai_responses', 'anthropic', 'ollama'])

/** Returns whether targets of this type are model APIs, which require the name of a model. */
export const isModelApi = (type: Draft['type']): boolean => MODEL_APIS.has(type)

/** Returns the target in the service's format. */
export function targetOf(draft: Draft): RunTarget {
  const { type, baseUrl, agentEndpoint, method, bodyTemplate, responsePath, model, toolCallsPath } = draft
  const template = {
    ...(hasTemplate(draft) && bodyTemplate.trim() !== '' ? { bodyTemplate } : {}),
    ...(responsePath.trim() === '' || type === 'mcp' ? {} : { responsePath: responsePath.trim() }),
  }
  const headers = headersOf(draft.headers)
  const auth = authOf(draft)
  const tools = draft.allowedTools.split(/[\n,]/).flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
  const asksSession = hasTemplate(draft) && /\{\{session_id\}\}/.test(bodyTemplate + agentEndpoint)
  const session = draft.session ?? (asksSession ? { madeBy: 'client' as const } : undefined)
  return {
    type,
    baseUrl: baseUrl.trim(),
    agentEndpoint: agentEndpoint.trim(),
    ...(type === 'http_agent' ? { method } : {}),
    ...(Object.keys(template).length === 0 ? {} : { customApiTemplate: template }),
    ...(isModelApi(type) && model.trim() !== '' ? { model: model.trim() } : {}),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(auth === undefined ? {} : { auth }),
    ...(session === undefined ? {} : { session }),
    ...(toolCallsPath.trim() === '' ? {} : { toolCallsPath: toolCallsPath.trim() }),
    ...(draft.systemPrompt.trim() === '' ? {} : { systemPrompt: draft.systemPrompt }),
    ...(draft.canary === '' ? {} : { canaries: [{ name: 'secret', value: draft.canary }] }),
    ...(tools.length === 0 ? {} : { allowedTools: tools }),
    ...(draft.attachments.size === 0 ? {} : { attachments: [...draft.attachments] }),
  }
}

function headersOf(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const colon = line.indexOf(':')
      return line.trim() === ''
        ? []
        : [
            [
              line.slice(0, colon < 0 ? undefined : colon).trim(),
              line.slice(colon < 0 ? line.length : colon + 1).trim(),
            ],
          ]
    }),
  )
}

function authOf(draft: Draft): Auth | undefined {
  switch (draft.auth) {
    case 'bearer':
      return { type: 'bearer', token: draft.token }
    case 'basic':
      return { type: 'basic', username: draft.username, password: draft.password }
    case 'api_key':
      return { type: 'api_key', name: draft.keyName.trim(), in: draft.keyIn, value: draft.keyValue }
    case 'oauth2_client_credentials':
      return {
        type: 'oauth2_client_credentials',
        tokenUrl: draft.tokenUrl.trim(),
        clientId: draft.clientId,
        clientSecret: draft.clientSecret,
        ...(draft.scope.trim() === '' ? {} : { scope: draft.scope.trim() }),
      }
    case 'none':
    default:
      return undefined
  }
}

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const SECOND_PER_MINUTE = 60

/** Returns the complete run request in the service's format. */
export function requestOf(draft: Draft): RunRequest {
  const perSecond = numberOf(draft.perSecond)
  const maxRequests = numberOf(draft.maxRequests)
  const maxCostUsd = numberOf(draft.maxCostUsd)
  const budget = {
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
  }
  return {
    target: targetOf(draft),
    ...(draft.categories === undefined ? {} : { categories: [...draft.categories] }),
    ...(draft.customAttacks.length === 0 ? {} : { customAttacks: [...draft.customAttacks] }),
    ...(draft.datasets.length === 0 ? {} : { datasets: [...draft.datasets] }),
    attackConfig: {
      adaptiveRounds: Number(draft.rounds),
      maxAttacksPerCategory: Number(draft.attacks),
      repeats: Number(draft.repeats),
      concurrency: Number(draft.concurrency),
      ...(draft.strategies === undefined
        ? {}
        : { strategies: draft.strategies.size === 0 ? ['base'] : [...draft.strategies] }),
      ...(draft.domains.size === 0 ? {} : { domains: [...draft.domains] }),
      ...(perSecond === undefined ? {} : { requestsPerMinute: Math.max(1, Math.round(perSecond * SECOND_PER_MINUTE)) }),
      ...(Object.keys(budget).length === 0 ? {} : { budget }),
      ...(draft.seed.trim() === '' ? {} : { seed: draft.seed.trim() }),
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const MASK = '***'
const unmasked = (value: unknown): string => (textOf(value).includes(MASK) ? '' : textOf(value))

/** Creates a draft from the target of an earlier report without its secrets. */
export function draftFrom({ target, config }: Pick<Report, 'target' | 'config'>): Draft {
  const template = recordOf(target['customApiTemplate'])
  const auth = recordOf(target['auth'])
  const budget = recordOf(config['budget'])
  const names = (value: unknown): ReadonlySet<string> | undefined =>
    Array.isArray(value) && value.length > 0 ? new Set(value.map(String)) : undefined
  const stored = (value: unknown, or: string): string => (typeof value === 'number' ? String(value) : or)
  const rate = config['requestsPerMinute']
  return {
    ...EMPTY,
    type: (target['type'] as TargetKind | undefined) ?? 'http_agent',
    baseUrl: unmasked(target['baseUrl']),
    agentEndpoint: unmasked(target['agentEndpoint']),
    method: (target['method'] as Draft['method'] | undefined) ?? 'POST',
    bodyTemplate: textOf(template['bodyTemplate']) || EMPTY.bodyTemplate,
    responsePath: textOf(template['responsePath']),
    model: textOf(target['model']),
    auth: (auth['type'] as AuthKind | undefined) ?? 'none',
    username: textOf(auth['username']),
    keyName: textOf(auth['name']) || EMPTY.keyName,
    keyIn: auth['in'] === 'query' ? 'query' : 'header',
    tokenUrl: unmasked(auth['tokenUrl']),
    clientId: textOf(auth['clientId']),
    scope: textOf(auth['scope']),
    headers: Object.entries(recordOf(target['headers']))
      .map(([name, value]) => `${name}: ${unmasked(value)}`)
      .join('\n'),
    session: target['session'] as RunTarget['session'],
    toolCallsPath: textOf(target['toolCallsPath']),
    systemPrompt: textOf(target['systemPrompt']),
    allowedTools: (Array.isArray(target['allowedTools']) ? target['allowedTools'] : []).map(String).join(', '),
    attachments: new Set(ATTACHMENTS.filter((kind) => listOf(target['attachments']).includes(kind))),
    categories: names(config['categories']),
    strategies: names(config['strategies']),
    domains: names(config['domains']) ?? new Set(),
    attacks: stored(config['maxAttacksPerCategory'], EMPTY.attacks),
    rounds: stored(config['adaptiveRounds'], EMPTY.rounds),
    repeats: stored(config['repeats'], EMPTY.repeats),
    concurrency: stored(config['concurrency'], EMPTY.concurrency),
    perSecond: typeof rate === 'number' ? String(Math.round((rate / SECOND_PER_MINUTE) * 100) / 100) : '',
    maxRequests: stored(budget['maxRequests'], ''),
    maxCostUsd: stored(budget['maxCostUsd'], ''),
    seed: textOf(config['seed']),
  }
}

/** Describes the missing secrets of a target from an earlier run. */
export function missingSecrets({ target }: Pick<Report, 'target'>): readonly string[] {
  const masked = Object.entries(recordOf(target['headers'])).flatMap(([name, value]) =>
    textOf(value).includes(MASK) ? [messages.draft.theHeader(name)] : [],
  )
  return [
    ...(target['auth'] === undefined ? [] : [messages.draft.credentials]),
    ...masked,
    ...(Array.isArray(target['canaries']) && target['canaries'].length > 0 ? [messages.draft.canarySecret] : []),
    ...(target['steps'] === undefined ? [] : [messages.draft.setupSteps]),
  ]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
