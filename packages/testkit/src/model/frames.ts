import { finishReasonOf, type ScriptedReply, type ScriptedRequestBody, toolCallsOf, usageOf } from './reply.ts'

/** Default size of a streamed piece: about a token. */
const PIECE_CHARS = 4

/** The server-sent events of a streamed answer, in order. */
export function framesOf(reply: ScriptedReply, request: ScriptedRequestBody, id: string): readonly string[] {
  const head = { id, object: 'chat.completion.chunk', created: 0, model: request.model ?? 'scripted' }
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    frame({ ...head, choices: [{ index: 0, delta, finish_reason, logprobs: null }] })
  const frames = [chunk({ role: 'assistant', content: '' })]
  for (const piece of chunksOf(reply.text ?? '', reply.split)) frames.push(chunk({ content: piece }))
  if (reply.refusal !== undefined) frames.push(chunk({ refusal: reply.refusal }))
  for (const [index, call] of toolCallsOf(reply).entries()) {
    const { name, arguments: text } = call.function
    frames.push(chunk({ tool_calls: [{ ...call, index, function: { name, arguments: '' } }] }))
    for (const piece of chunksOf(text, typeof reply.split === 'number' ? reply.split : undefined)) {
      frames.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
  }
  frames.push(chunk({}, finishReasonOf(reply)))
  const usage = usageOf(reply, request)
  if (usage !== undefined && request.stream_options?.include_usage === true) {
    frames.push(frame({ ...head, choices: [], usage }))
  }
  frames.push('data: [DONE]\n\n')
  return frames
}

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function chunksOf(text: string, split: ScriptedReply['split']): readonly string[] {
  if (typeof split === 'object') return split
  const chars = split ?? PIECE_CHARS
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, index) =>
    text.slice(index * chars, (index + 1) * chars),
  )
}
