import { acceptedContent, inputRequired, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'

import { image, PNG_BASE64, resource, text } from './content.ts'

/** Registers resources. */
export function addResources(server: McpServer): void {
  const config = { description: 'For tests.', mimeType: 'text/plain' }
  const fixed = (name: string, uri: string, value: string) => {
    server.registerResource(name, uri, config, () => ({ contents: [{ uri, mimeType: 'text/plain', text: value }] }))
  }
  fixed('static-text', 'test://static-text', 'This is the content of the static text resource.')
  fixed('watched-resource', 'test://watched-resource', 'Watched resource content')
  server.registerResource('static-binary', 'test://static-binary', { ...config, mimeType: 'image/png' }, () => ({
    contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PNG_BASE64 }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { ...config, mimeType: 'application/json' }, (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }))
}

/** Registers prompts. */
export function addPrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: 'user', content }) as const
  const description = 'For tests.'
  server.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }))
  const two = z.object({ arg1: z.string(), arg2: z.string() })
  server.registerPrompt('test_prompt_with_arguments', { description, argsSchema: two }, ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }))
  const item = z.object({ resourceUri: z.string() })
  server.registerPrompt('test_prompt_with_embedded_resource', { description, argsSchema: item }, ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  }))
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }))
  const context = z.object({ context: z.string() })
  server.registerPrompt('test_input_required_result_prompt', { description }, ({ mcpReq }) => {
    const value = acceptedContent(mcpReq.inputResponses, 'user_context', context)
    if (value !== undefined) return { messages: [user(text(`Context: ${value.context}`))] }
    const message = 'What context should the prompt use?'
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: context }) },
    })
  })
}
