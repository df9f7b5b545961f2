import { setTimeout as pause } from 'node:timers/promises'

import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

import { image, resource, text, WAV_BASE64 } from './content.ts'

/** Interval between progress notifications of a slow tool. */
const STEP_MS = 50

/** Tools that only answer: each kind of content, progress, logs, a failure. */
export function addTools(server: McpServer): void {
  const plain = { description: 'Answers with one kind of content.' }
  server.registerTool('test_simple_text', plain, () => ({
    content: [text('This is a simple text response for testing.')],
  }))
  server.registerTool('test_image_content', plain, () => ({ content: [image] }))
  server.registerTool('test_audio_content', plain, () => ({
    content: [{ type: 'audio', data: WAV_BASE64, mimeType: 'audio/wav' }],
  }))
  server.registerTool('test_embedded_resource', plain, () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }))
  server.registerTool('test_multiple_content_types', plain, () => ({
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }))
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  addSlowTools(server)
  const mirrored = { description: 'Mirrors parameters into headers.', inputSchema: MIRRORED }
  server.registerTool('test_mirrored_parameters', mirrored, (value) => ({ content: [text(JSON.stringify(value))] }))
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a rich schema.', inputSchema: RICH },
    (value) => ({
      content: [text(JSON.stringify(value))],
    }),
  )
}

function addSlowTools(server: McpServer): void {
  const inputSchema = z.object({})
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs while it works.', inputSchema },
    async (_, context) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
        await pause(STEP_MS)
      }
      return { content: [text('Logged three times.')] }
    },
  )
  server.registerTool('test_logging_tool', { description: 'Logs if it may.', inputSchema }, async (_, context) => {
    await context.mcpReq.log('info', 'heard if wanted')
    return { content: [text('Logged.')] }
  })
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress.', inputSchema },
    async (_, context) => {
      const progressToken = context.mcpReq._meta?.progressToken ?? 0
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100, message: `${progress} of 100` }
        await context.mcpReq.notify({ method: 'notifications/progress', params })
        await pause(STEP_MS)
      }
      return { content: [text(String(progressToken))] }
    },
  )
  server.registerTool('test_reconnection', { description: 'Drops its stream.', inputSchema }, async (_, context) => {
    context.http?.closeSSE?.()
    await pause(2 * STEP_MS)
    return { content: [text('Came back.')] }
  })
}

const MIRRORED = fromJsonSchema<Record<string, unknown>>({
  type: 'object',
  properties: {
    region: { type: 'string', ...mirroredInto('Region') },
    priority: { type: 'integer', ...mirroredInto('Priority') },
    verbose: { type: 'boolean', ...mirroredInto('Verbose') },
    query: { type: 'string' },
  },
})

const RICH = fromJsonSchema<Record<string, unknown>>({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // A keyword of JSON Schema; nothing awaits this object.
  // oxlint-disable-next-line unicorn/no-thenable
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
})

/** Annotation outside of JSON Schema. */
function mirroredInto(header: string): Record<string, string> {
  return { 'x-mcp-header': header }
}
