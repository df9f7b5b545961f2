import type { ExchangeAbout, Interceptor } from './interceptor.ts'
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** Response to a blocked request. */
export interface Refused {
  readonly refused: JsonRpcResponse
}

/** Returns the forwarded request. */
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

/** Returns the forwarded or substituted response. */
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

/** Returns the forwarded notification; undefined if dropped. */
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
  return new TypeError(`The verdict for a message of stage "${stage}" contains a different kind of message.`)
}
