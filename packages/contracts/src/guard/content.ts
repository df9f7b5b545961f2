import { z } from 'zod'
import { ToolName } from './tool-name.ts'
import { agreeing } from './agreeing.ts'
import { GuardBlock } from './policy.ts'

/** Sessions are named by the caller. The name is a cache key, so that its length is limited. */
export const SESSION_ID_CHARS_MAX = 256

/** Own limit of messages and parts, because the body limit would allow too many. */
export const MESSAGES_MAX = 2_000
export const PARTS_MAX = 200
export const CONTEXT_DOCS_MAX = 100

const SessionId = z.string().min(1).max(SESSION_ID_CHARS_MAX)

/** A part of a message. Text is screened; other kinds are listed in `unscreened_parts`. */
export const MessagePart = z.looseObject({ type: z.string(), text: z.string().optional() })

/** A call that a model proposed. Its arguments are screened as text. */
export const ToolCall = z.looseObject({
  function: z.looseObject({ arguments: z.string().optional() }).optional(),
})

export const ChatMessage = z.looseObject({
  role: z.string().min(1).max(64),
  content: z.union([z.string(), z.array(MessagePart).max(PARTS_MAX), z.null()]).optional(),
  tool_calls: z.array(ToolCall).max(PARTS_MAX).optional(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** `POST /guardrails/input`. Either `message` or `messages`; `input` and `guardrails` are the per-request block. */
export const InputCheck = z.object({
  message: z.string().optional(),
  messages: z.array(ChatMessage).max(MESSAGES_MAX).optional(),
  input: GuardBlock.optional(),
  guardrails: GuardBlock.optional(),
  session_id: SessionId.optional(),
  user_role: z.string().max(128).optional(),
})
export type InputCheck = z.infer<typeof InputCheck>

export const ToolContext = z.object({
  tool_name: ToolName.optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
  agent_id: z.string().max(128).optional(),
  user_role: z.string().max(128).optional(),
  stage: z.enum(['input', 'output']).optional(),
})

/** Synonymous names in a request about a tool's output. */
export const OUTPUT_NAMES = [
  ['agent_key', 'agent_id', 'context.agent_id'],
  ['output', 'tool_output'],
  ['tool_name', 'context.tool_name'],
  ['user_role', 'context.user_role'],
  ['stage', 'context.stage'],
  ['tool_params', 'tool_args', 'arguments', 'tool_input', 'context.tool_input'],
]

/** `POST /guardrails/output`. `tool_output` is another dialect's name for `output`. */
export const OutputCheck = z
  .object({
    output: z.string().optional(),
    tool_output: z.string().optional(),
    input: z.union([z.string(), GuardBlock]).optional(),
    prompt: z.string().optional(),
    context_docs: z.array(z.string()).max(CONTEXT_DOCS_MAX).optional(),
    context: ToolContext.optional(),
    tool_name: ToolName.optional(),
    guardrails: GuardBlock.optional(),
    session_id: SessionId.optional(),
    user_role: z.string().max(128).optional(),
    agent_key: z.string().max(128).nullish(),
    agent_id: z.string().max(128).nullish(),
  })
  .superRefine(agreeing(...OUTPUT_NAMES))
export type OutputCheck = z.infer<typeof OutputCheck>

/** Maximum length of a purpose. */
const PURPOSE_CHARS_MAX = 4_000

/** `POST /v1/shield/topic/check`. */
export const TopicCheck = z.object({
  message: z.string().min(1),
  system_purpose: z.string().trim().min(1).max(PURPOSE_CHARS_MAX),
  session_id: SessionId.optional(),
  user_role: z.string().max(128).optional(),
})
export type TopicCheck = z.infer<typeof TopicCheck>

/** `POST /v1/shield/classify`. */
export const Classify = InputCheck
/** `POST /v1/shield/classify_output`. */
export const ClassifyOutput = OutputCheck
