import type { RunTarget } from '@gatehouse/contracts/redteam'
import { Failure, MASK } from '@gatehouse/kernel'
import { createRandom } from '../engine/random.ts'
import type { Need } from '../engine/category.ts'
import type { Reply } from '../engine/exchange.ts'
import type { Target, TargetSession } from '../engine/target.ts'
import { type AnswerPath, answerPaths, textPaths } from './answer-paths.ts'
import { type CreatedTarget, createTarget, type TargetPorts } from './create-target.ts'
import { writtenSecrets } from './discreet.ts'
import { HARMLESS, preflight } from './preflight.ts'
import { maskSecrets, shownHeaders, targetSecrets } from './shown.ts'
import { createWitness, hasMessage, type Witness, type WitnessedRequest } from './witness.ts'

/** Timeout of one try, regardless of the attacks' timeout. Own limit: a user waits for the result. */
const TIMEOUT_MS_MAX = 30_000
/** Of a whole trial: steps, a token and the message. */
const TRIAL_MS = 60_000
const BODY_UNITS_MAX = 16_384
const ADDRESS_UNITS_MAX = 2_000
const ANSWER_UNITS_MAX = 4_000
const REPLY_UNITS_MAX = 16_384
const TOOLS_MAX = 20
const TOOL_UNITS_MAX = 200

/** Sent request without secrets. */
export interface ShownRequest {
  /** Of HTTP; `CONNECT` opens a socket, and `SEND` sends a message over it. */
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** `***` for requests without the message: they contain login data. Null: no body. */
  readonly body: string | null
  /** Null without a response, and over a WebSocket. */
  readonly statusCode: number | null
}

/** Result of one harmless message to a target. Contains no credentials. */
export interface TargetTrial {
  /** Reason why attacks would be inconclusive, as a sentence; undefined: answers can be judged. */
  readonly problem: string | undefined
  readonly message: string
  readonly statusCode: number | undefined
  readonly responseTime_ms: number | undefined
  /** Extracted reply; undefined: none. */
  readonly reply: string | undefined
  /** Names of tools that it called. */
  readonly toolCalls: readonly string[]
  /** First requests in order. */
  readonly requests: readonly ShownRequest[]
  /** Beginning of the raw answer to the message. */
  readonly answer: string
  readonly paths: readonly AnswerPath[]
  /** Paths in the answer whose texts may be the reply. */
  readonly places: readonly AnswerPath[]
}

export interface PreparedTrial {
  /** As reports show it. */
  readonly url: string
  /** Configured capabilities of the target. */
  readonly can: ReadonlySet<Need>
  /** @throws the reason of the signal when it fires */
  readonly run: (signal: AbortSignal) => Promise<TargetTrial>
}

/**
 * Prepares a single exchange with a target, as in a run: steps and login, then one harmless message, sent once.
 * @throws {Failure} `invalid_request` naming the invalid field of the target, without its secrets
 */
export function prepareTrial(
  config: RunTarget,
  ports: Omit<TargetPorts, 'random' | 'alsoCan'>,
  message: string = HARMLESS,
): PreparedTrial {
  const witness = createWitness(config.type, message)
  const once = { ...config, retries: 0, timeoutMs: Math.min(config.timeoutMs, TIMEOUT_MS_MAX) }
  const target = targetFor(once, {
    http: witness.http(ports.http),
    ...(ports.socket === undefined ? {} : { socket: witness.socket(ports.socket) }),
    random: createRandom('trial'),
  })
  return { url: target.url, can: target.can, run: (signal) => tried(config, target, message, witness, signal) }
}

function targetFor(config: RunTarget, ports: TargetPorts): CreatedTarget {
  try {
    return createTarget(config, ports)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new Failure('invalid_request', thrown.message)
    throw thrown
  }
}

async function tried(
  config: RunTarget,
  target: Target,
  message: string,
  witness: Witness,
  signal: AbortSignal,
): Promise<TargetTrial> {
  let session: TargetSession | undefined
  const watched: Target = {
    ...target,
    open: async () => {
      session = await target.open()
      return session
    },
  }
  const { problem, reply } = await withinTime(watched, message, signal)
  const secrets = [...targetSecrets(config), ...writtenSecrets(session?.given?.() ?? [])]
  const hide = (text: string): string => maskSecrets(text, secrets)
  const heard = witness.heard()
  const paths = config.type === 'mcp' ? [] : answerPaths(heard, hide)
  return {
    problem,
    message,
    statusCode: reply?.statusCode,
    responseTime_ms: reply?.responseTime_ms,
    reply: reply === undefined || reply.problem !== undefined ? undefined : hide(reply.text).slice(0, REPLY_UNITS_MAX),
    toolCalls: (reply?.toolCalls ?? []).slice(0, TOOLS_MAX).map(({ name }) => hide(name).slice(0, TOOL_UNITS_MAX)),
    requests: witness.requests().map((request) => shownRequest(request, message, hide)),
    answer: hide(heard).slice(0, ANSWER_UNITS_MAX).toWellFormed(),
    paths,
    places: textPaths(paths, hide(message)),
  }
}

async function withinTime(
  target: Target,
  message: string,
  signal: AbortSignal,
): Promise<{ readonly problem: string | undefined; readonly reply: Reply | undefined }> {
  const late = AbortSignal.timeout(TRIAL_MS)
  try {
    return await preflight(target, AbortSignal.any([signal, late]), message)
  } catch (thrown) {
    if (signal.aborted || !late.aborted) throw thrown
    return { problem: `The target test took longer than ${TRIAL_MS / 1_000} s.`, reply: undefined }
  }
}

function shownRequest(
  { method, url, headers, body, carriesMessage, statusCode }: WitnessedRequest,
  message: string,
  hide: (text: string) => string,
): ShownRequest {
  return {
    method,
    url: hide(withoutValues(url, message)).slice(0, ADDRESS_UNITS_MAX),
    headers: shownHeaders(headers),
    body: body === undefined ? null : carriesMessage ? hide(body).slice(0, BODY_UNITS_MAX).toWellFormed() : MASK,
    statusCode: statusCode ?? null,
  }
}

/** Removes query values, which are often keys; the message is kept. */
function withoutValues(address: string, message: string): string {
  const [path = '', query] = address.split('?', 2)
  if (query === undefined) return path
  const shown = query.split('&').map((item) => {
    const [name = '', value] = item.split('=', 2)
    return value === undefined || hasMessage(item, message) ? item : `${name}=${MASK}`
  })
  return `${path}?${shown.join('&')}`
}
