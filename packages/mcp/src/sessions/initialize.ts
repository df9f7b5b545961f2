import { randomBytes } from 'node:crypto'

import type { UpstreamConnection } from '../connection.ts'
import { SESSION_VERSIONS } from '../eras.ts'
import { decideRequest, decideResponse } from '../decisions.ts'
import type { ExchangeAbout } from '../interceptor.ts'
import type { Fields, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { jsonAnswer, type McpHttpAnswer, type McpHttpRequest } from '../server/http.ts'
import {
  errorResponse,
  failureResponse,
  fieldsOf,
  isFields,
  resultResponse,
  RPC,
  clientInfoProblem,
  withId,
} from '../server/rpc.ts'
import { asSessions } from '../translate/as-sessions.ts'
import { Session, type SessionParts } from './session.ts'
import type { SessionTable } from './session-table.ts'

/** 256 random bits: session ids cannot be guessed. */
const SESSION_ID_BYTES = 32

interface InitializeParams {
  readonly version: string
  readonly clientInfo: Fields
  readonly capabilities: Fields
}

/** Starts a session: connects to the upstream, and negotiates a version with the client, independent of the upstream's version. */
export async function initialize(
  message: JsonRpcRequest,
  http: McpHttpRequest,
  table: SessionTable,
  parts: SessionParts,
): Promise<McpHttpAnswer> {
  const request = parseInitialize(message.params)
  if (typeof request === 'string') return jsonAnswer(200, errorResponse(message.id, RPC.invalidParams, request))
  const id = randomBytes(SESSION_ID_BYTES).toString('base64url')
  const exchange: ExchangeAbout = { era: 'sessions', sessionId: id, requestId: http.requestId }
  const { owner, group = owner } = http
  let connection: UpstreamConnection | undefined
  try {
    const { interceptor } = http.route
    const admitted = await decideRequest(interceptor, 'admission', message, exchange)
    if ('refused' in admitted) return jsonAnswer(200, withId(admitted.refused, message.id))
    if (!table.makeRoom(owner, group)) return tooMany(message)
    const decided = await decideRequest(interceptor, 'clientRequest', message, exchange)
    if ('refused' in decided) return jsonAnswer(200, withId(decided.refused, message.id))
    connection = await connect(request, http, parts)
    const response = await screened(message, request.version, connection, http, exchange)
    if ('error' in response || http.signal.aborted) {
      void connection.close().catch(parts.onDefect)
      return jsonAnswer(200, response)
    }
    // Other sessions may have started while this one connected.
    if (!table.makeRoom(owner, group)) {
      void connection.close().catch(parts.onDefect)
      return tooMany(message)
    }
    const about = { id, owner, group, version: request.version, capabilities: request.capabilities }
    const session = new Session(about, connection, http.route, parts, table.budget)
    table.add(session)
    void connection.closed.then(() => table.remove(session, 'The connection to the tool server was lost.'))
    return jsonAnswer(200, response, { 'mcp-session-id': id })
  } catch (error) {
    void connection?.close().catch(parts.onDefect)
    return jsonAnswer(200, failureResponse(message.id, error, parts.onDefect))
  }
}

function tooMany({ id }: JsonRpcRequest): McpHttpAnswer {
  return jsonAnswer(429, errorResponse(id, RPC.internal, 'Too many sessions are in use.'))
}

function parseInitialize(params: Fields | undefined): InitializeParams | string {
  const { protocolVersion, clientInfo, capabilities } = params ?? {}
  if (typeof protocolVersion !== 'string') return '"protocolVersion" is missing.'
  if (!isFields(capabilities)) return '"capabilities" is missing.'
  if (!isFields(clientInfo)) return '"clientInfo" is missing.'
  const tooMuch = clientInfoProblem(capabilities, clientInfo)
  if (tooMuch !== undefined) return tooMuch
  // An unknown version is answered with the newest supported one; the client may then disconnect.
  const version = SESSION_VERSIONS.find((known) => known === protocolVersion) ?? SESSION_VERSIONS[0]
  return { version, clientInfo, capabilities }
}

async function connect(
  initializeParams: InitializeParams,
  http: McpHttpRequest,
  parts: SessionParts,
): Promise<UpstreamConnection> {
  const { version, clientInfo, capabilities } = initializeParams
  const connection = await http.route.connect({
    era: 'sessions',
    version,
    clientInfo,
    capabilities,
    signal: http.signal,
  })
  return connection.era === 'sessions' ? connection : asSessions(connection, initializeParams, parts)
}

async function screened(
  message: JsonRpcRequest,
  version: string,
  { about }: UpstreamConnection,
  http: McpHttpRequest,
  exchange: ExchangeAbout,
): Promise<JsonRpcResponse> {
  const result = {
    ...about,
    protocolVersion: version,
    capabilities: fieldsOf(about['capabilities']),
    serverInfo: isFields(about['serverInfo']) ? about['serverInfo'] : { name: 'unnamed', version: '0' },
  }
  const response = resultResponse(message.id, result)
  const { interceptor } = http.route
  return withId(await decideResponse(interceptor, 'serverResponse', message, response, exchange), message.id)
}
