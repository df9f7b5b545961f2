import type { AttachmentKind, RunTarget } from '@gatehouse/contracts/redteam'
import { type Attachment, base64, dataUri } from '../carriers/attachment.ts'
import type { Message } from '../engine/attack.ts'

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  /** A text, or parts of the wire format. */
  readonly content: unknown
  /** Ollama sends images beside the text. */
  readonly images?: readonly string[]
}

/** Wire format of a model API. */
interface ModelDialect {
  /** Path of the endpoint below the base path of the target. */
  readonly endpoint: string
  /** Prefix of the endpoint when the base URL has no path. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
  /** File types that a message can contain. */
  readonly accepts: readonly AttachmentKind[]
  /** Returns a message with a file. */
  readonly withFile: (text: string, file: Attachment) => Omit<ChatMessage, 'role'>
  readonly body: (target: RunTarget, messages: readonly ChatMessage[]) => Readonly<Record<string, unknown>>
}

/** Maximum length of a reply. Anthropic requires the field; other APIs use their own default. */
const ANTHROPIC_TOKENS_MAX = 1_024

const DIALECTS: Readonly<Partial<Record<RunTarget['type'], ModelDialect>>> = {
  // https://platform.openai.com/docs/api-reference/chat/create
  openai: {
    endpoint: 'chat/completions',
    prefix: '',
    headers: {},
    accepts: ['image', 'pdf', 'docx', 'audio'],
    withFile: (text, file) => ({
      content: [
        { type: 'text', text },
        file.kind === 'audio'
          ? audioPart(file)
          : file.kind === 'image'
            ? { type: 'image_url', image_url: { url: dataUri(file) } }
            : { type: 'file', file: { filename: file.name, file_data: dataUri(file) } },
      ],
    }),
    body: ({ model, systemPrompt, stream }, messages) => ({
      model,
      messages: [...(systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }]), ...messages],
      ...(stream === undefined ? {} : { stream }),
    }),
  },
  // https://platform.openai.com/docs/api-reference/responses/create
  openai_responses: {
    endpoint: 'responses',
    prefix: '',
    headers: {},
    accepts: ['image', 'pdf', 'docx', 'audio'],
    withFile: (text, file) => ({
      content: [
        { type: 'input_text', text },
        file.kind === 'audio'
          ? audioPart(file)
          : file.kind === 'image'
            ? { type: 'input_image', image_url: dataUri(file) }
            : { type: 'input_file', filename: file.name, file_data: dataUri(file) },
      ],
    }),
    body: ({ model, systemPrompt, stream }, messages) => ({
      model,
      ...(systemPrompt === undefined ? {} : { instructions: systemPrompt }),
      input: messages,
      store: false,
      ...(stream === undefined ? {} : { stream }),
    }),
  },
  // https://docs.anthropic.com/en/api/messages
  anthropic: {
    endpoint: 'messages',
    prefix: 'v1/',
    headers: { 'anthropic-version': '2023-06-01' },
    accepts: ['image', 'pdf'],
    withFile: (text, file) => ({
      content: [
        {
          type: file.kind === 'image' ? 'image' : 'document',
          source: { type: 'base64', media_type: file.mediaType, data: base64(file.bytes) },
        },
        { type: 'text', text },
      ],
    }),
    body: ({ model, systemPrompt, stream }, messages) => ({
      model,
      max_tokens: ANTHROPIC_TOKENS_MAX,
      ...(systemPrompt === undefined ? {} : { system: systemPrompt }),
      // The API accepts no system messages in the list.
      messages: messages.map(({ role, content }) => ({ role: role === 'assistant' ? role : 'user', content })),
      ...(stream === undefined ? {} : { stream }),
    }),
  },
  // https://github.com/ollama/ollama/blob/main/docs/api.md
  ollama: {
    endpoint: 'chat',
    prefix: 'api/',
    headers: {},
    accepts: ['image'],
    withFile: (text, file) => ({ content: text, images: [base64(file.bytes)] }),
    body: ({ model, systemPrompt, stream = false }, messages) => ({
      model,
      messages: [...(systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }]), ...messages],
      stream,
    }),
  },
}

function audioPart(file: Attachment): Readonly<Record<string, unknown>> {
  return { type: 'input_audio', input_audio: { data: base64(file.bytes), format: 'wav' } }
}

/** Returns whether targets of this type are model APIs, whose body and endpoint need no template. */
export function isModelApi(type: RunTarget['type']): boolean {
  return DIALECTS[type] !== undefined
}

/** Returns the file types that messages to a model API can contain; undefined for other targets. */
export function acceptedFiles(type: RunTarget['type']): readonly AttachmentKind[] | undefined {
  return DIALECTS[type]?.accepts
}

/** Returns the endpoint path of a model API below a base path that does not end in a slash; undefined for other targets. */
export function modelEndpoint(type: RunTarget['type'], basePath: string): string | undefined {
  const dialect = DIALECTS[type]
  if (dialect === undefined || basePath.endsWith(`/${dialect.endpoint}`)) return undefined
  return (basePath === '' ? dialect.prefix : '') + dialect.endpoint
}

/** Returns the headers that a model API requires. */
export function modelHeaders(type: RunTarget['type']): Readonly<Record<string, string>> {
  return DIALECTS[type]?.headers ?? {}
}

/** Returns the JSON body of a request to a model API; undefined for other targets. */
export function modelBody(
  target: RunTarget,
  message: string,
  history: readonly Message[],
  file?: Attachment,
): string | undefined {
  const dialect = DIALECTS[target.type]
  if (dialect === undefined) return undefined
  // A tool message requires its tool call, which a fabricated message lacks.
  const past = history.map(({ role, content }) => ({ role: role === 'tool' ? ('user' as const) : role, content }))
  const last = file === undefined ? { content: message } : dialect.withFile(message, file)
  return JSON.stringify(dialect.body(target, [...past, { role: 'user', ...last }]))
}
