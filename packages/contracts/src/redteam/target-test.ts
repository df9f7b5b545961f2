import { z } from 'zod'
import { post } from '../endpoint.ts'
import { RunTarget } from './target.ts'

/** A request as it went to the target. */
export const TestedRequest = z.object({
  method: z.string().describe('Of HTTP; `CONNECT` opens a socket, and `SEND` sends a message over it.'),
  url: z.string().describe('Values of its query are `***`, but the message.'),
  headers: z.record(z.string(), z.string()).describe('Only those show their value that never hold a secret.'),
  body: z.string().nullable().describe('`***` where it did not carry the message: people sign in there.'),
  statusCode: z.int().nullable(),
})

/** What became of one harmless message. Secrets of the target, and what it gave out on the way, are `***`. */
export const TargetTest = z.object({
  ok: z.boolean().describe('Whether a run could tell anything of its answers.'),
  problem: z.string().nullable().describe('Why it could not.'),
  targetUrl: z.string(),
  message: z.string().describe('What was said to it.'),
  statusCode: z.int().nullable(),
  responseTimeMs: z.int().nullable(),
  reply: z.string().nullable().describe('What was read as the reply, by `responsePath` or at the usual places.'),
  toolCalls: z.array(z.string()).describe('Names of tools that it called, as `toolCallsPath` tells.'),
  abilities: z.array(z.string()).describe('What attacks may need of it, as far as it is configured.'),
  requests: z.array(TestedRequest).describe('In their order: steps, sign-in, the message.'),
  answer: z.string().describe('How the answer to the message begins, as it came.'),
  places: z
    .array(z.object({ path: z.string(), sample: z.string() }))
    .describe('Where in the answer texts stand that `responsePath` could name; likely ones first.'),
})
export type TargetTest = z.infer<typeof TargetTest>

/** Decision 0081. */
export const targetTestEndpoints = {
  testTarget: post('/api/target/test', {
    auth: 'tester',
    testerRole: 'admin',
    summary: 'Say one harmless thing to a target',
    description:
      'Sends what a run would send first: steps, sign-in, and one harmless message through the template, once. Tells what went out, ' +
      'what came back, and where in it the reply may stand. Nothing is kept but a line of the audit log. Addresses are judged as those of a run.',
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
