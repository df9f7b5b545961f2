import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { Need } from '../engine/category.ts'
import type { Random } from '../engine/random.ts'
import type { Target } from '../engine/target.ts'
import { guardedSession, type TargetGuard } from '../harden/target-guard.ts'
import type { Pace } from './pace.ts'
import { createAuthorizer } from './auth.ts'
import { Conversation, type TargetWire } from './conversation.ts'
import { HttpSession, sendsHistory } from './http-session.ts'
import { McpSession } from './mcp-session.ts'
import { isModelApi } from './model-dialects.ts'
import type { HttpPort, SocketPort } from './port.ts'
import { prepare, type Prepared } from './prepare.ts'
import { shownAddress } from './shown.ts'
import { variableOf } from './slots.ts'
import { TargetError } from './target-error.ts'
import { WebSocketSession } from './websocket-session.ts'

/** Outbound ports of a target. */
export interface TargetPorts {
  readonly http: HttpPort
  /** For targets of type websocket_agent. */
  readonly socket?: SocketPort
  /** Random source of the run: used for retry delays only, never for sent content. */
  readonly random: Random
  /** Request rate limit, including preflight, steps and retries. Default: unlimited. */
  readonly pace?: Pace
  /** Additional capabilities known to the caller: access to the content server, access to the sink. */
  readonly alsoCan?: readonly Need[]
  /** Guard in front of the target; default: none. */
  readonly guard?: TargetGuard | undefined
}

/** Connected target with its state probe. */
export interface CreatedTarget extends Target {
  /**
   * Returns the answer of the target's state probe, in a separate session; undefined for targets without a probe.
   * @throws the reason of the signal when it fires
   */
  readonly probe: ((signal: AbortSignal) => Promise<string | undefined>) | undefined
}

/** @throws {RangeError} a sentence that names the invalid field of the target, without secrets */
export function createTarget(config: RunTarget, ports: TargetPorts): CreatedTarget {
  const prepared = prepare(config)
  const { socket, guard } = ports
  if (config.type === 'websocket_agent' && socket === undefined) {
    throw new RangeError('Targets of type websocket_agent are not supported here.')
  }
  const bare = {
    port: ports.http,
    random: ports.random.fork('target'),
    timeout_ms: config.timeoutMs,
    retries: config.retries,
    ...(ports.pace === undefined ? {} : { pace: ports.pace }),
  }
  const wire: TargetWire = { ...bare, authorizer: createAuthorizer(config.auth, bare) }
  return {
    url: shownAddress(prepared),
    can: new Set([...abilities(prepared), ...(ports.alsoCan ?? [])]),
    open: async () => {
      if (config.type === 'mcp') return new McpSession(prepared, wire, guard)
      const session =
        config.type === 'websocket_agent'
          ? new WebSocketSession(prepared, wire, socket!)
          : new HttpSession(prepared, wire)
      return guard === undefined ? session : guardedSession(session, guard, isModelApi(config.type))
    },
    probe: probeOf(prepared, wire),
  }
}

function abilities(prepared: Prepared): readonly Need[] {
  const { config, steps, slots } = prepared
  const { type, session } = config
  const needs: Need[] = []
  // An MCP server makes no tool calls: calls during an attack are made by the run itself.
  const knowsCalls = type !== 'mcp' && (config.toolCallsPath !== undefined || isModelApi(type))
  if (knowsCalls) needs.push('tool_calls')
  if ((config.canaries ?? []).length > 0 || config.systemPrompt !== undefined) needs.push('canaries')
  const extracted = new Set(steps.flatMap(({ extract }) => extract.map(([variable]) => variable)))
  // A session that a step created counts as one, as does a history that is sent with each message.
  const isOfStep = [...slots].some((slot) => extracted.has(variableOf(slot) ?? ''))
  const isTold = sendsHistory(prepared) || slots.has('session_id')
  const hasSessions =
    (session !== undefined && session.madeBy !== 'none') ||
    isOfStep ||
    isTold ||
    type === 'mcp' ||
    type === 'a2a' ||
    type === 'websocket_agent'
  if (hasSessions) needs.push('sessions', 'two_sessions')
  if (type === 'mcp' || type === 'a2a') needs.push(type)
  if (showsNothing(config)) needs.push('no_credentials')
  return needs
}

/** Headers that are never credentials; any other may be one. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

function showsNothing({ auth, headers, steps, baseUrl, agentEndpoint }: RunTarget): boolean {
  const address = baseUrl + agentEndpoint
  return (
    auth === undefined &&
    (steps ?? []).length === 0 &&
    Object.keys(headers ?? {}).every((name) => PLAIN_HEADERS.has(name.toLowerCase())) &&
    !address.includes('?') &&
    !address.includes('@')
  )
}

function probeOf(prepared: Prepared, wire: TargetWire): CreatedTarget['probe'] {
  const { stateProbe } = prepared
  if (stateProbe === undefined) return undefined
  return async (signal) => {
    const conversation = new Conversation(prepared, wire)
    try {
      await conversation.begin(signal)
      return await conversation.step(stateProbe, 'The state probe', signal)
    } catch (thrown) {
      if (thrown instanceof TargetError) return undefined
      throw thrown
    }
  }
}
