import { type ElicitRequestFormParams, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

import { text } from './content.ts'

/** Tools that send requests to the client while they run, as servers of the session protocol do. */
export function addAskingTools(server: McpServer): void {
  const prompt = z.object({ prompt: z.string() })
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model.', inputSchema: prompt },
    async (value, context) => {
      const answer = await context.mcpReq.requestSampling({
        messages: [{ role: 'user', content: text(value.prompt) }],
        maxTokens: 100,
      })
      return { content: [text(`LLM response: ${JSON.stringify(answer.content)}`)] }
    },
  )
  const message = z.object({ message: z.string() })
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user.', inputSchema: message },
    async (value, context) => {
      const requestedSchema: Form = {
        type: 'object',
        properties: { response: { type: 'string', description: 'The answer' } },
        required: ['response'],
      } as const
      const answer = await context.mcpReq.elicitInput({ mode: 'form', message: value.message, requestedSchema })
      return { content: [text(`User response: ${JSON.stringify(answer)}`)] }
    },
  )
  addForm(server, 'test_elicitation_sep1034_defaults', DEFAULTS)
  addForm(server, 'test_elicitation_sep1330_enums', ENUMS)
}

type Form = ElicitRequestFormParams['requestedSchema']

function addForm(server: McpServer, name: string, requestedSchema: Form): void {
  server.registerTool(name, { description: 'Has the user fill in a form.' }, async (context) => {
    const answer = await context.mcpReq.elicitInput({ mode: 'form', message: 'Please fill this in.', requestedSchema })
    return { content: [text(`Elicitation completed: ${JSON.stringify(answer)}`)] }
  })
}

const DEFAULTS: Form = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
}

const OPTIONS = ['option1', 'option2', 'option3']

function titled(subject: string) {
  return ['First', 'Second', 'Third'].map((nth, index) => ({ const: `value${index + 1}`, title: `${nth} ${subject}` }))
}

const ENUMS: Form = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
}
