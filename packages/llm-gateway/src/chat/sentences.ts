import type { RefusedCall } from './dialect.ts'

/** Returns the reasons for omitted calls, one sentence each, for clients that display refusals. */
export function refusalSentence(refused: readonly (RefusedCall | undefined)[]): string {
  return refused
    .filter((item) => item !== undefined)
    .map(({ name, guardrail, message, request_id }) => {
      const wait = request_id === undefined ? '' : ` (approval ${request_id})`
      return `The call of ${name} was not allowed by ${guardrail}: ${message}${wait}`
    })
    .join('\n')
}
