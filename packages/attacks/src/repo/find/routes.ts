import type { CodeBase } from '../code-base.ts'
import { argumentsOf } from '../syntax/members.ts'
import { type BodyField, bodyFields } from './body-fields.ts'
import { mountsOf } from './mounts.ts'
import { queryFields } from './query-fields.ts'
import { type RawRoute, rawRoutes } from './raw-routes.ts'
import { asksModel, callsIn, inStretch, reachableCode } from './reach.ts'
import { type FoundReply, replyOf } from './reply-fields.ts'

/** HTTP route with its relation to an agent. */
export interface FoundRoute extends RawRoute {
  readonly body: readonly BodyField[]
  readonly reply: FoundReply
  /** Reachable model call, resolved by name. */
  readonly model: { readonly what: string; readonly path: string; readonly line: number } | undefined
  /** Authentication of the caller; undefined: none found. */
  readonly auth: { readonly what: string; readonly line: number } | undefined
  /** Agent score from the evidence; agents score above 3. */
  readonly score: number
  /** Files that the route reaches. */
  readonly reached: ReadonlySet<string>
}

/** Services have some hundred routes. */
const ROUTES_MAX = 400
const AGENT_SCORE = 4

/** Body fields with the user's message, most likely first. */
export const MESSAGE_FIELDS: readonly string[] = (
  'message prompt question query user_message userMessage user_input userInput input text ' +
  'content msg utterance chat_input chatInput ask q messages task instruction goal'
).split(' ')
/** Names of functions that call a model, for unresolvable definitions. */
const MODEL_NAME =
  /(?:chat|text|ai|gpt|llm)_?(?:completion|response|reply|answer)|(?:ask|call|run|prompt|query|invoke)_?(?:the_?)?(?:agent|llm|model|ai|gpt|openai|claude|gemini|assistant|chain|graph)|chat_?with|(?:agent|assistant)_?(?:response|reply|answer|executor)/i
const AGENT_PATH =
  /(?:^|[/_-])(?:chat|chats|agent|agents|assistant|ask|copilot|bot|converse|conversation|conversations|completion|completions|invoke|answer|generate|prompt|llm|ai|support)(?:$|[/_-])/i

export function findRoutes(base: CodeBase): readonly FoundRoute[] {
  const raw = rawRoutes(base, mountsOf(base)).slice(0, ROUTES_MAX)
  return raw.map((route) => described(route, base)).toSorted((a, b) => b.score - a.score)
}

export function isAgent({ score }: FoundRoute): boolean {
  return score >= AGENT_SCORE
}

export function messageField(body: readonly BodyField[]): BodyField | undefined {
  return messageIn(body.filter((item) => item.in === undefined)) ?? messageIn(body)
}

function messageIn(fields: readonly BodyField[]): BodyField | undefined {
  for (const name of MESSAGE_FIELDS) {
    const found = fields.find((field) => field.name === name)
    if (found !== undefined) return found
  }
  // Text fields for the user's input, under any name; not for the system prompt.
  return fields.find(
    ({ name }) =>
      name.length < 60 &&
      /message|prompt|question|query|input|utterance/i.test(name) &&
      !/system|model|id$/i.test(name),
  )
}

function described(route: RawRoute, base: CodeBase): FoundRoute {
  const stretches = reachableCode(route.handler, base)
  const inBody = bodyFields(route, base)
  // A message in the body has priority over a query parameter.
  const body = [...inBody, ...queryFields(route).filter(({ name }) => inBody.every((item) => item.name !== name))]
  const reply = replyOf(route, base)
  let model: FoundRoute['model']
  for (const stretch of stretches) {
    const call = callsIn(stretch).find((item) => asksModel(item, stretch.file, base))
    if (call === undefined) continue
    model = { what: call.path, path: stretch.file.path, line: call.line }
    break
  }
  const saysModel = stretches.some((stretch) => callsIn(stretch).some(({ path }) => MODEL_NAME.test(path.slice(-100))))
  const isWrite = route.method !== 'GET'
  const hasMessage = messageField(body) !== undefined
  const score =
    (model === undefined ? (saysModel ? 2 : 0) : 4) +
    (AGENT_PATH.test(route.path) ? 2 : 0) +
    (hasMessage ? 2 : 0) +
    (isWrite ? 0 : -2)
  const reached = new Set(stretches.map(({ file }) => file.path))
  return { ...route, body, reply, model, auth: authOf(route), score, reached }
}

const AUTH_NAME =
  /auth|require_?user|requireUser|protect|verify|current_user|currentUser|getServerSession|api_?key|apiKey|jwt|session|token|login_required/i
const AUTH_CALL =
  /^(?:auth|getServerSession|getSession|verifyToken|verify_token|currentUser|requireAuth|requireUser|authenticate|jwt\.verify|jwt\.decode|clerkClient\.\w{1,40}|getToken)$/

/** Returns the authentication check in the middleware or in the handler. */
function authOf({ handler, before, line }: RawRoute): FoundRoute['auth'] {
  const named = before.find((item) => AUTH_NAME.test(item))
  if (named !== undefined) return { what: named, line }
  const { file, at, end } = handler
  for (const { path, group, line: place } of callsIn(handler)) {
    if (AUTH_CALL.test(path)) return { what: path, line: place }
    const { positional } = argumentsOf(group, file.language)
    const [first] = positional
    const isHeader = first?.kind === 'text' && /^(?:authorization|x-api-key)$/i.test(first.text)
    if (isHeader) return { what: `header ${first.text.toLowerCase()}`, line: place }
    const injected = path === 'Depends' || path === 'Security'
    if (injected && first?.kind === 'name' && AUTH_NAME.test(first.path)) return { what: first.path, line: place }
  }
  const header = inStretch(file.names, at, end).find(({ path }) => /headers\.(?:authorization|x-api-key)$/i.test(path))
  return header && { what: `header ${header.path.slice(header.path.lastIndexOf('.') + 1)}`, line: header.line }
}
