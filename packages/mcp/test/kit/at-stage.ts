import { type InterceptedMessage, type Interceptor, type McpVerdict, passAll } from '../../src/index.ts'

/** Decides at one stage; messages of other stages pass. */
export function atStage(
  stage: InterceptedMessage['stage'],
  decide: (intercepted: InterceptedMessage) => McpVerdict,
): Interceptor {
  return { decide: async (one) => (one.stage === stage ? decide(one) : passAll.decide(one)) }
}
