import type { CodeBase } from '../code-base.ts'
import { functionOf, valueOfName } from '../resolve.ts'
import type { Call, SourceFile } from '../syntax/source-file.ts'
import { lastName } from '../syntax/value.ts'
import type { Stretch } from './raw-routes.ts'

/** Functions that call functions. */
const HOPS_MAX = 5
const STRETCHES_MAX = 60
const CALLS_LOOKED_AT_MAX = 2_000

/** Returns the code ranges that a range calls, resolved by name. */
export function reachableCode(start: Stretch, base: CodeBase): readonly Stretch[] {
  const reached: Stretch[] = [start]
  const known = new Set([keyOf(start)])
  let from = 0
  let looked = 0
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const until = reached.length
    for (; from < until; from += 1) {
      const stretch = reached[from]!
      for (const { path } of callsIn(stretch)) {
        looked += 1
        if (looked > CALLS_LOOKED_AT_MAX || reached.length >= STRETCHES_MAX) return reached
        const found = functionOf(path, stretch.file, base)
        if (found === undefined) continue
        const next: Stretch = { file: found.file, at: found.what.at, end: found.what.end }
        if (known.has(keyOf(next))) continue
        known.add(keyOf(next))
        reached.push(next)
      }
    }
  }
  return reached
}

function keyOf({ file, at }: Stretch): string {
  return `${file.path}:${at}`
}

export function callsIn({ file, at, end }: Stretch): readonly Call[] {
  return inStretch(file.calls, at, end)
}

/** Returns the items within a range of a file, from a list in file order. */
export function inStretch<What extends { readonly at: number }>(
  all: readonly What[],
  at: number,
  end: number,
): readonly What[] {
  return all.slice(firstFrom(all, at), firstFrom(all, end))
}

function firstFrom(all: readonly { readonly at: number }[], at: number): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (all[middle]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}

const MODEL_CALLS: readonly RegExp[] = [
  /(?:^|\.)(?:chat\.completions|completions|responses|beta\.messages|messages)\.(?:create|stream|parse|run)$/,
  /(?:^|\.)(?:generateText|streamText|generateObject|streamObject|streamUI)$/,
  /(?:^|\.)(?:generateContent(?:Stream)?|generate_content(?:_async|_stream)?|sendMessage(?:Stream)?|send_message)$/,
  /^(?:litellm\.)?a?completion$/,
  /(?:^|\.)(?:Runner\.)(?:run|run_sync|run_streamed)$/,
  /^ollama\.(?:chat|generate)$/,
  /(?:^|\.)(?:InvokeModelCommand|ConverseCommand|ConverseStreamCommand|invoke_model|converse|converse_stream)$/,
  /(?:^|\.|_)(?:agent|agents|assistant|bot|copilot|graph|chain|executor|crew|llm|model|workflow|supervisor|swarm|qa|rag)\w*\.(?:run|run_sync|run_stream|invoke|ainvoke|stream|astream|astream_events|kickoff|akickoff|call|acall|predict|apredict|generate|agenerate|chat|achat|query|aquery|respond|prompt|complete|execute)$/i,
  /(?:Agent|Chain|Executor|Graph|Crew|Llm|LLM|Model|Assistant)\.(?:run|invoke|ainvoke|stream|kickoff|call|predict|generate|chat|query)$/,
]

/** Maximum length of a call path; longer ones are not callable names. */
const PATH_UNITS_MAX = 200

/** Calls that ask a model, directly or by a framework. */
export function isModelCall(path: string): boolean {
  return path.length <= PATH_UNITS_MAX && MODEL_CALLS.some((form) => form.test(path))
}

/** Constructors of agents, independent of variable names. */
const MAKERS =
  /^(?:\w{0,40}Agent|create_?\w{0,30}_?agent|init_chat_model|Chat[A-Z]\w{0,30}|AgentExecutor|Crew|LLMChain|ConversationalRetrievalChain|compile|bind_?[tT]ools|from_llm|fromLLM)$/i
const RUNS =
  /^(?:run|run_sync|runSync|run_stream|run_streamed|invoke|ainvoke|stream|astream|kickoff|call|predict|generate|chat|query|iter)$/
/** Modules whose `run` executes an agent. */
const AGENT_MODULES = /^(?:@openai\/agents|agents|@openai\/agents-core|pydantic_ai|langgraph)\b/

/** Same, for calls that are only recognizable by the origin of a variable or function. */
export function asksModel({ path }: Call, file: SourceFile, base: CodeBase): boolean {
  if (isModelCall(path)) return true
  const name = lastName(path)
  if (path.length > PATH_UNITS_MAX || !RUNS.test(name)) return false
  if (path === name) return AGENT_MODULES.test(file.imports.get(name)?.module ?? '')
  const owner = path.slice(0, path.length - name.length - 1)
  const made = valueOfName(owner, file, base)?.what
  return made?.kind === 'call' && MAKERS.test(lastName(made.path))
}
