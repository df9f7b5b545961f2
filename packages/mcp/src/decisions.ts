import type { ExchangeAbout, Interceptor } from './interceptor.ts'
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** The response to a request that was blocked. */
export interface Refused {
  readonly refused: JsonRpcResponse
}

/** The request that passes. */
export async function decideRequest(
  interceptor: Interceptor,
  stage: 'admission' | 'clientRequest' | 'serverRequest',
  message: JsonRpcRequest,
  about: ExchangeAbout,
): Promise<JsonRpcRequest | Refused> {
  const verdict = await interceptor.decide({ stage, message, about })
  if (verdict.kind === 'answer') return { refused: verdict.response }
  if (verdict.kind === 'pass' && 'method' in verdict.message && 'id' in verdict.message) return verdict.message
  throw misfit(stage)
}

/** The response that passes, or the response that takes its place. */
export async function decideResponse(
  interceptor: Interceptor,
  stage: 'serverResponse' | 'clientResponse' | 'inputRequired',
  request: JsonRpcRequest,
  message: JsonRpcResponse,
  about: ExchangeAbout,
): Promise<JsonRpcResponse> {
  const verdict = await interceptor.decide({ stage, request, message, about })
  if (verdict.kind === 'answer') return verdict.response
  if (verdict.kind === 'pass' && !('method' in verdict.message)) return verdict.message
  throw misfit(stage)
}

/** The notification that passes; undefined drops it. */
export async function decideNotification(
  interceptor: Interceptor,
  stage: 'clientNotification' | 'serverNotification',
  message: JsonRpcNotification,
  about: ExchangeAbout,
): Promise<JsonRpcNotification | undefined> {
  const verdict = await interceptor.decide({ stage, message, about })
  if (verdict.kind === 'drop') return undefined
  if (verdict.kind === 'pass' && 'method' in verdict.message && !('id' in verdict.message)) return verdict.message
  throw misfit(stage)
}

function misfit(stage: string): TypeError {
  return new TypeError(`The verdict on a message of stage "${stage}" has another kind of message.`)
}
