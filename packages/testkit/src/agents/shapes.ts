import type { Answer, TracedCall, RawAnswer, Shape } from './spec.ts'

/** Description of a target with this format. */
export interface ShapeConfig {
  readonly responsePath?: string
  readonly toolCallsPath?: string
}

export const SHAPE_CONFIGS: Readonly<Record<Shape, ShapeConfig>> = {
  plain: { responsePath: 'reply', toolCallsPath: 'calls' },
  openai: { responsePath: 'choices.0.message.content', toolCallsPath: 'choices.0.message.tool_calls' },
  anthropic: { toolCallsPath: 'content' },
  steps: { responsePath: 'result.text', toolCallsPath: 'result.steps' },
  kwargs: { responsePath: 'said', toolCallsPath: 'actions' },
  events: {},
  lines: {},
  text: {},
}

/** Returns the wire format of an agent's answer. */
export function inShape(shape: Shape, { text, calls }: Pick<Answer, 'text' | 'calls'>): RawAnswer {
  switch (shape) {
    case 'plain':
      return json({ reply: text, calls: calls.map(({ name, arguments: args, result }) => ({ name, args, result })) })
    case 'openai':
      return json({ choices: [{ index: 0, message: { role: 'assistant', content: text, ...openAiCalls(calls) } }] })
    case 'anthropic':
      return json({ role: 'assistant', content: [{ type: 'text', text }, ...calls.flatMap(anthropicBlocks)] })
    case 'steps':
      return json({
        result: {
          text,
          steps: calls.map(({ name, arguments: args, result }) => ({
            tool: name,
            tool_input: args,
            observation: result,
          })),
        },
      })
    case 'kwargs':
      return json({
        said: text,
        actions: calls.map(({ name, arguments: kwargs, result }) => ({ function: name, kwargs, observation: result })),
      })
    case 'events':
      return { ...json(null), headers: { 'content-type': 'text/event-stream' }, body: events(text) }
    case 'lines':
      return {
        ...json(null),
        headers: { 'content-type': 'application/x-ndjson' },
        body: chunks(text)
          .map((piece) => `${JSON.stringify({ token: piece })}\n`)
          .join(''),
      }
    case 'text':
      return { ...json(null), headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text }
    default:
      return shape satisfies never
  }
}

export function json(value: unknown, status = 200): RawAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

function openAiCalls(calls: readonly TracedCall[]): object {
  if (calls.length === 0) return {}
  const told = calls.map(({ name, arguments: args }, at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { tool_calls: told }
}

function anthropicBlocks({ name, arguments: input, result }: TracedCall, at: number): readonly object[] {
  const use = { type: 'tool_use', id: `toolu_${at}`, name, input }
  return result === undefined ? [use] : [use, { type: 'tool_result', tool_use_id: use.id, content: result }]
}

/** As a model sends them: cut anywhere. */
function chunks(text: string): readonly string[] {
  const letters = Array.from(text)
  return Array.from({ length: Math.ceil(letters.length / 5) }, (_, at) => letters.slice(at * 5, at * 5 + 5).join(''))
}

function events(text: string): string {
  const told = chunks(text).map((piece) => `data: ${JSON.stringify({ delta: piece })}\n\n`)
  return `${told.join('')}data: [DONE]\n\n`
}
