import type { CodeBase } from '../code-base.ts'
import { functionOf, textOf, valueOfName } from '../resolve.ts'
import { argumentsOf, entriesOf, type Entry, entry, itemsOf } from '../syntax/members.ts'
import type { Call, ClassPart, FunctionPart, SourceFile } from '../syntax/source-file.ts'
import { isMark, isName, type Node, pieces } from '../syntax/tree.ts'
import { lastName, pathOf, type Value } from '../syntax/value.ts'

/** Something that an agent may do. */
export interface FoundTool {
  readonly name: string
  /** In the words of the code base. */
  readonly description: string
  readonly parameters: readonly string[]
  readonly path: string
  readonly line: number
  /** Kind of definition: `openai`, `langchain`, `mcp`. */
  readonly shape: string
  /** Location of the implementation, if known. */
  readonly body: { readonly file: SourceFile; readonly at: number; readonly end: number } | undefined
}

const TOOLS_MAX = 500
const NAME = /^[A-Za-z0-9_.:/ -]{1,128}$/

/** Tools in every usual shape, each name once. */
export function findTools(base: CodeBase): readonly FoundTool[] {
  const found: FoundTool[] = []
  for (const file of base.files) {
    const reader: Reader = { file, base }
    for (const map of file.maps) found.push(...fromMap(entriesOf(map, file.language), map.line, reader))
    for (const call of file.calls) found.push(...fromCall(call, reader))
    for (const part of file.functions) found.push(...fromFunction(part, reader))
    for (const part of file.classes) found.push(...fromClass(part, reader))
  }
  const byName = new Map<string, FoundTool>()
  for (const item of found) {
    const had = byName.get(item.name)
    if (NAME.test(item.name) && (had === undefined || wealth(item) > wealth(had))) byName.set(item.name, item)
  }
  return [...byName.values()].slice(0, TOOLS_MAX)
}

interface Reader {
  readonly file: SourceFile
  readonly base: CodeBase
}

function wealth({ description, parameters, body }: FoundTool): number {
  return (description === '' ? 0 : 1) + (parameters.length === 0 ? 0 : 1) + (body === undefined ? 0 : 2)
}

function make(
  reader: Reader,
  shape: string,
  line: number,
  parts: {
    name: Value | string | undefined
    description?: Value | string
    parameters?: Value | undefined
    code?: Value | undefined
  },
): FoundTool[] {
  const { file, base } = reader
  const text = (one: Value | string | undefined): string =>
    typeof one === 'string' ? one : (textOf(one, file, base)?.text.trim() ?? '')
  const name = text(parts.name)
  if (name === '') return []
  return [
    {
      name,
      description: text(parts.description),
      parameters: parametersOf(parts.parameters, reader),
      path: file.path,
      line,
      shape,
      body: bodyOf(parts.code, name, reader),
    },
  ]
}

/** `{type: "function", function: {…}}`, `{name, description, input_schema}` and their relatives. */
function fromMap(entries: readonly Entry[], line: number, reader: Reader): FoundTool[] {
  const has = (...keys: readonly string[]): boolean => keys.every((key) => entry(entries, key) !== undefined)
  const type = entry(entries, 'type')
  const isFunction = type?.kind === 'text' && type.text === 'function'
  const inner = entry(entries, 'function')
  if (isFunction && inner?.kind === 'map') {
    const own = entriesOf(inner.group, reader.file.language)
    return make(reader, 'openai', line, toolParts(own))
  }
  if (isFunction && has('name')) return make(reader, 'openai', line, toolParts(entries))
  if (has('name') && (has('input_schema') || has('inputSchema'))) {
    return make(reader, has('input_schema') ? 'anthropic' : 'mcp', line, toolParts(entries))
  }
  // Format of Google, and an older format of OpenAI.
  if (has('name', 'description', 'parameters') && entry(entries, 'parameters')?.kind !== 'text') {
    return make(reader, 'function', line, toolParts(entries))
  }
  return []
}

function toolParts(entries: readonly Entry[]): Parameters<typeof make>[3] {
  const description = entry(entries, 'description')
  return {
    name: entry(entries, 'name'),
    ...(description === undefined ? {} : { description }),
    parameters: entry(entries, 'parameters', 'input_schema', 'inputSchema', 'schema', 'args_schema'),
    code: entry(entries, 'execute', 'func', 'handler', 'run', 'callback', 'coroutine', 'invoke', 'call'),
  }
}

const STRUCTURED = /^(?:DynamicStructuredTool|DynamicTool|StructuredTool|Tool|FunctionTool|BetaTool|AgentTool)$/
const MAKERS = /^(?:tool|betaZodTool|defineTool|createTool|betaTool|dynamicTool|ai\.defineTool)$/

function fromCall({ path, group, line, isDecorator }: Call, reader: Reader): FoundTool[] {
  if (isDecorator) return []
  const { language } = reader.file
  const { positional, named } = argumentsOf(group, language)
  const name = lastName(path)
  const [first, second, third] = positional
  const optionsOf = (value: Value | undefined): readonly Entry[] =>
    value?.kind === 'map' ? entriesOf(value.group, language) : []
  if (name === 'registerTool' || (name === 'tool' && first?.kind === 'text' && positional.length > 1)) {
    const options = optionsOf(second)
    const description = second?.kind === 'text' ? second : entry(options, 'description')
    const schema = entry(options, 'inputSchema') ?? (second?.kind === 'text' ? third : second)
    const code = positional.at(-1)
    return make(reader, 'mcp', line, {
      name: first,
      ...(description === undefined ? {} : { description }),
      parameters: schema?.kind === 'function' ? undefined : schema,
      code,
    })
  }
  // LangChain: `tool(async (args) => …, { name, description, schema })`.
  if (name === 'tool' && second?.kind === 'map') {
    return make(reader, 'langchain', line, { ...toolParts(optionsOf(second)), code: first })
  }
  if (MAKERS.test(path) || MAKERS.test(name)) return make(reader, 'agents', line, toolParts(optionsOf(first)))
  if (STRUCTURED.test(name) || path.endsWith('Tool.from_function') || path.endsWith('Tool.from_defaults')) {
    const options = named.length > 0 ? named : optionsOf(first)
    const parts = toolParts(options)
    const code = parts.code ?? entry(named, 'fn', 'function') ?? (first?.kind === 'name' ? first : undefined)
    const fallback = parts.name ?? (code?.kind === 'name' ? lastName(code.path) : undefined)
    return make(reader, 'langchain', line, { ...parts, name: fallback, code })
  }
  return [...named, ...positional.flatMap((item) => optionsOf(item))].flatMap(({ key, value }) =>
    key === 'tools' || key === 'functions' ? fromList(value, reader) : [],
  )
}

/** Reads a `tools` value: an object by name, or a list of functions. */
function fromList(value: Value, reader: Reader): FoundTool[] {
  const { file, base } = reader
  const found = value.kind === 'name' ? valueOfName(value.path, file, base) : { what: value, file }
  if (found === undefined) return []
  const { language } = found.file
  if (found.what.kind === 'map') {
    return entriesOf(found.what.group, language).flatMap(({ key, value: tool, line }) => {
      const made = tool.kind === 'name' ? valueOfName(tool.path, found.file, base) : { what: tool, file: found.file }
      if (made?.what.kind !== 'call' || !/[tT]ool$/.test(lastName(made.what.path))) return []
      const [options] = argumentsOf(made.what.group, made.file.language).positional
      const parts = options?.kind === 'map' ? toolParts(entriesOf(options.group, made.file.language)) : {}
      const place = made.file === found.file && tool.kind !== 'name' ? line : made.what.line
      return make({ file: made.file, base }, 'vercel', place, { ...parts, name: key })
    })
  }
  if (found.what.kind !== 'list') return []
  return itemsOf(found.what.group, language).flatMap((item) => {
    if (item.kind !== 'name') return []
    // Python function passed directly: its name and docstring define the tool.
    const code = language === 'python' ? functionOf(item.path, found.file, base) : undefined
    if (code === undefined) return []
    const { what, file: at } = code
    return isTool(what) ? [] : [ofFunction(what, at, 'function', what.name, what.doc)]
  })
}

const TOOL_DECORATOR = /(?:^|\.)(?:tool|tool_plain|function_tool|ai_function|kernel_function|mcp_tool)$/

function isTool({ decorators }: FunctionPart): boolean {
  return decorators.some(({ path }) => TOOL_DECORATOR.test(path))
}

/** `@tool`, `@mcp.tool()`, `@agent.tool`, `@function_tool`. */
function fromFunction(part: FunctionPart, { file, base }: Reader): FoundTool[] {
  const decorator = part.decorators.find(({ path }) => TOOL_DECORATOR.test(path))
  if (decorator === undefined) return []
  const { positional, named } =
    decorator.call === undefined ? NO_ARGUMENTS : argumentsOf(decorator.call.group, file.language)
  const text = textOf(
    entry(named, 'name', 'name_override') ?? positional.find(({ kind }) => kind === 'text'),
    file,
    base,
  )
  const description = textOf(entry(named, 'description', 'description_override'), file, base)?.text ?? part.doc
  const shape = decorator.path.includes('.') ? decorator.path.split('.')[0]! : 'decorated'
  return [ofFunction(part, file, /mcp|server/.test(shape) ? 'mcp' : shape, text?.text ?? part.name, description)]
}

const NO_ARGUMENTS: ReturnType<typeof argumentsOf> = { positional: [], named: [] }

function ofFunction(part: FunctionPart, file: SourceFile, shape: string, name: string, description: string): FoundTool {
  const parameters = paramNames(part.params).filter(
    (paramName) => !/^(?:self|cls|ctx|context|config|run_context)$/.test(paramName),
  )
  const { line, at, end } = part
  return { name, description: description.trim(), parameters, path: file.path, line, shape, body: { file, at, end } }
}

/** `class LookUp(BaseTool)`, with its name and description as fields. */
function fromClass(part: ClassPart, reader: Reader): FoundTool[] {
  if (!part.bases.some((base) => /(?:^|\.)(?:BaseTool|StructuredTool|Tool)$/.test(base))) return []
  const field = (name: string): Value | undefined =>
    part.fields.find((item) => item.name === name)?.value ??
    reader.file.constants.find((constant) => constant.name === name && constant.at > part.at && constant.at < part.end)
      ?.value
  const name = textOf(field('name'), reader.file, reader.base)?.text ?? part.name
  const description = textOf(field('description'), reader.file, reader.base)?.text ?? part.doc
  const run = reader.file.functions.find((item) => RUNS.test(item.name) && item.at > part.at && item.end <= part.end)
  const parameters = paramNames(run?.params ?? []).filter((paramName) => paramName !== 'self')
  const { line, at, end } = part
  return [
    {
      name,
      description,
      parameters,
      path: reader.file.path,
      line,
      shape: 'class',
      body: { file: reader.file, at, end },
    },
  ]
}

const RUNS = /^(?:_run|_arun|run|execute|_call|call|forward)$/

export function paramNames(params: readonly Node[]): readonly string[] {
  return pieces(params).flatMap(([from]) => {
    const at = isMark(params[from], '*', '**', '...') ? from + 1 : from
    const name = params[at]
    return isName(name) ? [name.text] : []
  })
}

/** Names in a schema: JSON Schema, zod, a class of Python. */
function parametersOf(value: Value | undefined, { file, base }: Reader): readonly string[] {
  if (value === undefined) return []
  const found = value.kind === 'name' ? valueOfName(value.path, file, base) : { what: value, file }
  if (found === undefined) {
    const name = pathOf(value)
    const fields = base.index.own(file).classes.get(name)?.fields ?? []
    return fields.map((field) => field.name)
  }
  const { what } = found
  const { language } = found.file
  if (what.kind === 'map') {
    const entries = entriesOf(what.group, language)
    const properties = entry(entries, 'properties')
    const isSchema = entry(entries, 'type')?.kind === 'text'
    if (properties?.kind === 'map') return entriesOf(properties.group, language).map(({ key }) => key)
    return isSchema ? [] : entries.map(({ key }) => key)
  }
  // `z.object({ … })`, `jsonSchema({ … })`.
  if (what.kind !== 'call') return []
  const base0 = innermost(what)
  const [first] = argumentsOf(base0.group, language).positional
  return first?.kind === 'map' ? parametersOf(first, { file: found.file, base }) : []
}

function innermost(call: Extract<Value, { kind: 'call' }>): Extract<Value, { kind: 'call' }> {
  let one = call
  while (one.on?.kind === 'call') one = one.on
  return one
}

function bodyOf(code: Value | undefined, name: string, { file, base }: Reader): FoundTool['body'] {
  if (code?.kind === 'function') return { file, at: code.at, end: code.end }
  const found = functionOf(code?.kind === 'name' ? code.path : name, file, base)
  return found && { file: found.file, at: found.what.at, end: found.what.end }
}
