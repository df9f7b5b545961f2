import { randomBytes } from 'node:crypto'

import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

import { canDo, text } from './content.ts'

/** Encrypts tool state for the client's retry. */
export const stateCodec = createRequestStateCodec<{ step: number }>({ key: randomBytes(32) })

const name = z.object({ name: z.string() })
const ok = z.object({ ok: z.boolean() })
const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: name })
const question = (content: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(content) }], maxTokens })

/** Tools that answer with `input_required`, as servers of the stateless protocol do. */
export function addInputTools(server: McpServer): void {
  const tool = (which: string) => `test_input_required_result_${which}`
  const config = { description: 'Needs something from the client first.' }
  for (const named of [tool('elicitation'), 'test_streaming_elicitation']) {
    server.registerTool(named, config, (context) => {
      const value = acceptedContent(context.mcpReq.inputResponses, 'user_name', name)
      if (value === undefined) return inputRequired({ inputRequests: { user_name: askName } })
      return { content: [text(`Hello, ${value.name}!`)] }
    })
  }
  // The SDK rejects requests to clients without the declared capability.
  for (const named of [tool('sampling'), 'test_missing_capability']) {
    server.registerTool(named, config, (context) => {
      const value = context.mcpReq.inputResponses?.['capital_question']
      if (value !== undefined) return { content: [text(JSON.stringify(value))] }
      return inputRequired({ inputRequests: { capital_question: question('What is the capital of France?', 100) } })
    })
  }
  server.registerTool(tool('list_roots'), config, (context) => {
    const value = context.mcpReq.inputResponses?.['client_roots']
    if (value !== undefined) return { content: [text(JSON.stringify(value))] }
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  for (const which of ['request_state', 'tampered_state']) {
    const confirm = inputRequired.elicit({ message: 'Please confirm', requestedSchema: ok })
    server.registerTool(tool(which), config, async (context) => {
      const value = acceptedContent(context.mcpReq.inputResponses, 'confirm', ok)
      if (value !== undefined && stepOf(context) === 1) return { content: [text('state-ok')] }
      return inputRequired({ inputRequests: { confirm }, requestState: await stateCodec.mint({ step: 1 }) })
    })
  }
  addLongTools(server, tool)
}

function addLongTools(server: McpServer, tool: (which: string) => string): void {
  const config = { description: 'Needs several things from the client first.' }
  server.registerTool(tool('multiple_inputs'), config, async (context) => {
    const inputResponses = context.mcpReq.inputResponses ?? {}
    if (['user_name', 'greeting', 'client_roots'].every((key) => inputResponses[key] !== undefined)) {
      return { content: [text('Got all three.')] }
    }
    const inputRequests = {
      user_name: askName,
      greeting: question('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    }
    return inputRequired({ inputRequests, requestState: await stateCodec.mint({ step: 1 }) })
  })
  server.registerTool(tool('multi_round'), config, async (context) => {
    const step = stepOf(context)
    const colour = z.object({ color: z.string() })
    if (step === 2) return { content: [text('Two rounds are over.')] }
    const ask = (message: string, requestedSchema: typeof colour | typeof name) =>
      inputRequired.elicit({ message, requestedSchema })
    const inputRequests: InputRequests =
      step === 1
        ? { step2: ask('Step 2: What is your favorite color?', colour) }
        : { step1: ask('Step 1: What is your name?', name) }
    return inputRequired({ inputRequests, requestState: await stateCodec.mint({ step: (step ?? 0) + 1 }) })
  })
  server.registerTool(tool('capabilities'), config, (context) => {
    const inputRequests: InputRequests = {
      ...(canDo(context, 'elicitation') ? { user_name: askName } : {}),
      ...(canDo(context, 'sampling') ? { greeting: question('Generate a greeting', 50) } : {}),
    }
    if (Object.keys(inputRequests).length === 0) return { content: [text('Nothing to ask for.')] }
    return inputRequired({ inputRequests })
  })
}

function stepOf(context: ServerContext): number | undefined {
  return context.mcpReq.requestState<{ step: number }>()?.step
}
