import { type InterceptedMessage, type Interceptor, type McpVerdict, passAll } from '../../src/index.ts'

/** Decides at one stage; messages of other stages pass. */
export function atStage(
  stage: InterceptedMessage['stage'],
  decide: (intercepted: InterceptedMessage) => McpVerdict,
): Interceptor {
  return {
    decide: async (interceptedMessage) =>
      interceptedMessage.stage === stage ? decide(interceptedMessage) : passAll.decide(interceptedMessage),
  }
}
