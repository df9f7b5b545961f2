import { decideRequest, decideResponse, type Refused } from '../decisions.ts'
import type { ExchangeAbout, Interceptor } from '../interceptor.ts'
import type { Fields, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { errorResponse, fieldsOf, isFields, resultResponse, RPC, withId } from '../server/rpc.ts'
import { inputRequestsOf, isInputRequired } from './meta.ts'

/** Maximum number of requests in one `input_required` result. */
const INPUT_REQUESTS_MAX = 32

/** Own limits: a state is an opaque value of the server that the retry returns; a key is not free text. */
const STATE_CHARS_MAX = 65_536
const KEY_CHARS_MAX = 128

/** Methods whose result may request input. MCP 2026-07-28, "Multi Round-Trip Requests". */
const MAY_ASK: readonly string[] = ['tools/call', 'prompts/get', 'resources/read']

/** Returns the screened response: a result at the stage `serverResponse`, each request in it at `serverRequest`. */
export async function screenAnswer(
  request: JsonRpcRequest,
  response: JsonRpcResponse,
  interceptor: Interceptor,
  about: ExchangeAbout,
): Promise<JsonRpcResponse> {
  if ('error' in response || !isInputRequired(response.result)) {
    return decideResponse(interceptor, 'serverResponse', request, response, about)
  }
  const asked = MAY_ASK.includes(request.method) ? inputRequestsOf(response.result) : undefined
  const { requestState } = response.result
  const isReadable =
    requestState === undefined || (typeof requestState === 'string' && requestState.length <= STATE_CHARS_MAX)
  const isBounded = asked?.every(({ key }) => key.length <= KEY_CHARS_MAX) === true
  if (asked === undefined || asked.length > INPUT_REQUESTS_MAX || !isReadable || !isBounded) {
    return errorResponse(request.id, RPC.internal, 'The tool server sent an invalid request for input.')
  }
  const inputRequests: Record<string, Fields> = {}
  for (const { key, method, params } of asked) {
    const inner: JsonRpcRequest = { jsonrpc: '2.0', id: key, method, ...(params === undefined ? {} : { params }) }
    const screened = await decideRequest(interceptor, 'serverRequest', inner, about)
    // The result contains only requests, so that a denial of one is the response to the call.
    if ('refused' in screened) return refusalOf(request, screened.refused)
    inputRequests[key] = {
      method: screened.method,
      ...(screened.params === undefined ? {} : { params: screened.params }),
    }
  }
  // Other fields of the result were not screened and are dropped.
  return resultResponse(request.id, {
    resultType: 'input_required',
    ...(asked.length === 0 ? {} : { inputRequests }),
    ...(requestState === undefined ? {} : { requestState }),
  })
}

function refusalOf(request: JsonRpcRequest, refused: JsonRpcResponse): JsonRpcResponse {
  if ('error' in refused) return withId(refused, request.id)
  return errorResponse(request.id, RPC.internal, 'The input requested by the tool server was blocked.')
}

/** Screens the client's responses in a retried request, each at the stage `clientResponse`. A denied response denies the whole request. */
export async function screenInput(
  request: JsonRpcRequest,
  interceptor: Interceptor,
  about: ExchangeAbout,
): Promise<JsonRpcRequest | Refused> {
  const given = request.params?.['inputResponses']
  if (given === undefined) return request
  const entries = Object.entries(fieldsOf(given))
  if (!isFields(given) || entries.length > INPUT_REQUESTS_MAX || !entries.every(([, value]) => isFields(value))) {
    const why = `"inputResponses" must be an object with at most ${INPUT_REQUESTS_MAX} results.`
    return { refused: errorResponse(request.id, RPC.invalidParams, why) }
  }
  const inputResponses: Record<string, Fields> = {}
  for (const [key, value] of entries) {
    const result = fieldsOf(value)
    const inner: JsonRpcRequest = { jsonrpc: '2.0', id: key, method: methodAnsweredBy(result) }
    const screened = await decideResponse(interceptor, 'clientResponse', inner, resultResponse(key, result), about)
    if ('error' in screened) return { refused: withId(screened, request.id) }
    inputResponses[key] = screened.result
  }
  return { ...request, params: { ...request.params, inputResponses } }
}

/** Returns the method of a result by its shape, because this protocol stores no state between requests. */
function methodAnsweredBy(result: Fields): string {
  if (result['roots'] !== undefined) return 'roots/list'
  return result['action'] === undefined ? 'sampling/createMessage' : 'elicitation/create'
}
