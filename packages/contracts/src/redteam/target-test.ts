import { z } from 'zod'
import { post } from '../endpoint.ts'
import { RunTarget } from './target.ts'

/** Request that was sent to the target. */
export const TestedRequest = z.object({
  method: z.string().describe('HTTP method; `CONNECT` opens a WebSocket, and `SEND` sends a message over it.'),
  url: z.string().describe('Query values are masked as `***`, except for the message.'),
  headers: z.record(z.string(), z.string()).describe('Only headers that never contain secrets show their value.'),
  body: z.string().nullable().describe('`***` for sign-in requests.'),
  statusCode: z.int().nullable(),
})

/** Result of one harmless message. Secrets of the target, and values that it issued, are `***`. */
export const TargetTest = z.object({
  ok: z.boolean().describe('Whether a run could judge the responses.'),
  problem: z.string().nullable().describe('Reason, if not.'),
  targetUrl: z.string(),
  message: z.string().describe('The message that was sent.'),
  statusCode: z.int().nullable(),
  responseTimeMs: z.int().nullable(),
  reply: z.string().nullable().describe('The extracted reply, from `responsePath` or common fields.'),
  toolCalls: z.array(z.string()).describe('Names of called tools, from `toolCallsPath`.'),
  abilities: z.array(z.string()).describe('Requirements of attacks, as far as they are configured.'),
  requests: z.array(TestedRequest).describe('In order: steps, sign-in, message.'),
  answer: z.string().describe('Beginning of the raw response.'),
  places: z
    .array(z.object({ path: z.string(), sample: z.string() }))
    .describe('Candidate paths for `responsePath`, most likely first.'),
})
export type TargetTest = z.infer<typeof TargetTest>

/** Decision 0081. */
export const targetTestEndpoints = {
  testTarget: post('/api/target/test', {
    auth: 'tester',
    testerRole: 'admin',
    summary: 'Send a harmless test message to a target',
    description:
      'Performs the first steps of a run: steps, sign-in, and one harmless message from the template. Returns the ' +
      'requests, the responses, and candidate paths of the reply. Only an audit log entry is stored. The egress policy ' +
      'applies as for runs.',
    tags: ['Runs'],
    body: z.object({ target: RunTarget }),
    response: TargetTest,
    examples: {
      request: {
        agent: {
          value: {
            target: {
              baseUrl: 'https://agent.example.com',
              agentEndpoint: '/chat',
              customApiTemplate: { bodyTemplate: '{"message": "{{message}}"}', responsePath: 'reply' },
            },
          },
        },
      },
    },
  }),
}
