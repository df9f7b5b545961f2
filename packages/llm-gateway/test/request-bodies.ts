import type { JsonObject } from '../src/chat/dialect.ts'

export const WORD = 'zebrafalcon'
/** Placeholder: the word in a text field, and a sentence with the word in the place of a short name. */
export const TEXT = '@text'
export const SENTENCE = '@sentence'

const schema = {
  type: 'object',
  description: TEXT,
  title: TEXT,
  properties: {
    city: { type: 'string', description: TEXT, enum: [TEXT], default: TEXT, examples: [TEXT], pattern: TEXT },
    [`${TEXT}_property`]: { type: 'string', const: TEXT },
  },
  required: [TEXT],
  $defs: { [`${TEXT}_definition`]: { anyOf: [{ description: TEXT }] } },
}

export const chatBody: JsonObject = {
  model: SENTENCE,
  messages: [
    { role: 'developer', content: TEXT, name: TEXT },
    { role: 'system', content: [{ type: 'text', text: TEXT }], name: TEXT },
    {
      role: 'user',
      name: TEXT,
      content: [
        { type: 'text', text: TEXT },
        { type: 'image_url', image_url: { url: SENTENCE, detail: SENTENCE } },
        { type: 'input_audio', input_audio: { data: SENTENCE, format: SENTENCE } },
        { type: 'file', file: { filename: TEXT, file_data: SENTENCE, file_id: SENTENCE } },
      ],
    },
    {
      role: 'assistant',
      name: TEXT,
      content: [
        { type: 'text', text: TEXT },
        { type: 'refusal', refusal: TEXT },
      ],
      refusal: TEXT,
      audio: { id: SENTENCE },
      tool_calls: [
        { id: SENTENCE, type: 'function', function: { name: TEXT, arguments: TEXT } },
        { id: 'c2', type: 'custom', custom: { name: TEXT, input: TEXT } },
      ],
    },
    { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: TEXT }] },
    { role: 'tool', tool_call_id: SENTENCE, content: 'ok' },
    { role: 'assistant', content: null, function_call: { name: TEXT, arguments: TEXT } },
    { role: 'function', name: TEXT, content: TEXT },
  ],
  tools: [
    { type: 'function', function: { name: TEXT, description: TEXT, parameters: schema } },
    {
      type: 'custom',
      custom: {
        name: TEXT,
        description: TEXT,
        format: { type: 'grammar', grammar: { syntax: 'lark', definition: TEXT } },
      },
    },
  ],
  functions: [{ name: TEXT, description: TEXT, parameters: schema }],
  tool_choice: { type: 'function', function: { name: TEXT } },
  function_call: { name: TEXT },
  response_format: { type: 'json_schema', json_schema: { name: TEXT, description: TEXT, schema } },
  prediction: { type: 'content', content: [{ type: 'text', text: TEXT }] },
  stop: [TEXT],
  audio: { voice: TEXT, format: TEXT },
  modalities: [TEXT],
  metadata: { topic: SENTENCE },
  user: SENTENCE,
  safety_identifier: SENTENCE,
  prompt_cache_key: SENTENCE,
  service_tier: SENTENCE,
  reasoning_effort: TEXT,
  verbosity: TEXT,
  web_search_options: {
    search_context_size: TEXT,
    user_location: { type: 'approximate', approximate: { city: TEXT } },
  },
  logit_bias: { [TEXT]: 1 },
  // Fields of other APIs, or unknown fields.
  system: TEXT,
  instructions: TEXT,
  prompt: TEXT,
  suffix: TEXT,
  input: [TEXT],
  documents: [{ title: TEXT, text: TEXT }],
  chat_template: TEXT,
  chat_template_kwargs: { custom: TEXT },
  guided_choice: [TEXT],
  extra_body: { deep: [{ er: TEXT }] },
  [`${TEXT}_field`]: true,
}

export const messagesBody: JsonObject = {
  model: SENTENCE,
  max_tokens: 9,
  system: [{ type: 'text', text: TEXT, cache_control: { type: 'ephemeral', ttl: SENTENCE } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: TEXT, citations: [{ type: 'char_location', cited_text: TEXT, document_title: TEXT }] },
        {
          type: 'document',
          title: TEXT,
          context: TEXT,
          source: { type: 'text', media_type: 'text/plain', data: TEXT },
        },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: TEXT }] } },
        { type: 'document', source: { type: 'url', url: SENTENCE } },
        { type: 'image', source: { type: 'url', url: SENTENCE } },
        { type: 'search_result', source: TEXT, title: TEXT, content: [{ type: 'text', text: TEXT }] },
        { type: 'container_upload', file_id: SENTENCE },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: TEXT, signature: SENTENCE },
        { type: 'redacted_thinking', data: SENTENCE },
        { type: 'text', text: TEXT },
        { type: 'tool_use', id: 't1', name: TEXT, input: { deep: [TEXT], [`${TEXT}_name`]: 1 } },
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: TEXT } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's1',
          content: [{ type: 'web_search_result', title: TEXT, url: TEXT, page_age: TEXT, encrypted_content: SENTENCE }],
        },
        { type: 'mcp_tool_use', id: 'm1', name: TEXT, server_name: TEXT, input: { a: TEXT } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: TEXT }] }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: SENTENCE, content: TEXT }] },
  ],
  tools: [
    { name: TEXT, description: TEXT, input_schema: schema, cache_control: { type: 'ephemeral' } },
    { type: 'web_search_20250305', name: 'web_search', allowed_domains: [TEXT], user_location: { city: TEXT } },
  ],
  tool_choice: { type: 'tool', name: TEXT },
  mcp_servers: [{ type: 'url', name: TEXT, url: TEXT }],
  stop_sequences: [TEXT],
  metadata: { user_id: SENTENCE },
  container: SENTENCE,
  context_management: { edits: [{ type: TEXT }] },
  output_config: { effort: TEXT, format: { type: 'json_schema', schema } },
  prompt: TEXT,
  suffix: TEXT,
  instructions: TEXT,
  input: TEXT,
  unknown: { deep: [TEXT] },
}

export const responsesBody: JsonObject = {
  model: SENTENCE,
  instructions: TEXT,
  input: [
    TEXT,
    { role: 'developer', content: TEXT },
    {
      type: 'message',
      role: 'user',
      status: SENTENCE,
      content: [
        { type: 'input_text', text: TEXT },
        { type: 'input_image', image_url: SENTENCE, detail: SENTENCE, file_id: SENTENCE },
        { type: 'input_file', filename: TEXT, file_data: SENTENCE, file_url: SENTENCE, file_id: SENTENCE },
      ],
    },
    {
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'output_text', text: TEXT, annotations: [{ type: 'url_citation', title: TEXT, url: TEXT }] },
        { type: 'refusal', refusal: TEXT },
      ],
    },
    { type: 'reasoning', id: 'r1', summary: [{ type: 'summary_text', text: TEXT }], content: [{ text: TEXT }] },
    { type: 'function_call', call_id: 'c1', name: TEXT, arguments: TEXT },
    { type: 'function_call_output', call_id: 'c1', output: TEXT },
    { type: 'function_call_output', call_id: SENTENCE, output: [{ type: 'input_text', text: TEXT }] },
    { type: 'custom_tool_call', call_id: 'c2', name: TEXT, input: TEXT },
    { type: 'custom_tool_call_output', call_id: 'c2', output: TEXT },
    { type: 'web_search_call', id: 'w1', action: { type: 'search', query: TEXT } },
    { type: 'file_search_call', id: 'f1', queries: [TEXT], results: [{ text: TEXT, filename: TEXT }] },
    { type: 'code_interpreter_call', id: 'i1', code: TEXT, outputs: [{ type: 'logs', logs: TEXT }] },
    { type: 'local_shell_call', call_id: 'l1', action: { command: [TEXT], working_directory: TEXT } },
    { type: 'mcp_call', id: 'm1', server_label: TEXT, name: TEXT, arguments: TEXT, output: TEXT, error: TEXT },
    { type: 'mcp_list_tools', id: 'm2', server_label: TEXT, tools: [{ name: TEXT, description: TEXT }] },
    { type: 'item_reference', id: SENTENCE },
  ],
  prompt: { id: SENTENCE, version: SENTENCE, variables: { name: TEXT, part: { type: 'input_text', text: TEXT } } },
  tools: [
    { type: 'function', name: TEXT, description: TEXT, parameters: schema },
    { type: 'custom', name: TEXT, description: TEXT, format: { type: 'grammar', syntax: 'regex', definition: TEXT } },
    { type: 'mcp', server_label: TEXT, server_description: TEXT, server_url: TEXT, allowed_tools: [TEXT] },
    { type: 'web_search', filters: { allowed_domains: [TEXT] }, user_location: { city: TEXT } },
    { type: 'file_search', vector_store_ids: [TEXT], filters: { type: 'eq', key: TEXT, value: TEXT } },
  ],
  tool_choice: { type: 'function', name: TEXT },
  text: { format: { type: 'json_schema', name: TEXT, description: TEXT, schema }, verbosity: TEXT },
  reasoning: { effort: TEXT, summary: TEXT },
  metadata: { topic: SENTENCE },
  user: SENTENCE,
  safety_identifier: SENTENCE,
  truncation: TEXT,
  messages: [{ role: 'user', content: TEXT }],
  system: TEXT,
  suffix: TEXT,
  unknown: [{ deep: TEXT }],
}
