import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { parseHclTemplate } from '@gatehouse/sast/configuration'
import { templatePartsValue } from '../templates.ts'
import { isMap, mapOfValue, textOfValue, Unknown, type Value } from '../value.ts'
import { argument, type Call, type Functions, unknownOf } from './function.ts'

/** Functions that read files: only files of the tree, and only as text. All arguments are known. */
export const FILE_FUNCTIONS: Functions = {
  abspath: (args) => textOfValue(argument(args, 0)),
  pathexpand: (args) => textOfValue(argument(args, 0)),
  basename: (args) => posix.basename(textOfValue(argument(args, 0))),
  dirname: (args) => posix.dirname(textOfValue(argument(args, 0))),
  file: (args, call) => read(args, call) ?? unknownOf(call),
  filebase64: (args, call) => encoded(read(args, call), (text) => Buffer.from(text).toString('base64'), call),
  filemd5: (args, call) => encoded(read(args, call), (text) => createHash('md5').update(text).digest('hex'), call),
  filesha256: (args, call) =>
    encoded(read(args, call), (text) => createHash('sha256').update(text).digest('hex'), call),
  fileexists: (args, call) => (read(args, call) === undefined ? unknownOf(call) : true),
}

/** Functions that fill in a text; the values in it may be unknown. */
export const TEMPLATE_FUNCTIONS: Functions = {
  templatefile: (args, call) => {
    const path = argument(args, 0)
    const text = path instanceof Unknown ? undefined : call.scope.read(textOfValue(path))
    return text === undefined ? unknownOf(call) : filled(text, args[1], call)
  },
  templatestring: (args, call) => {
    const text = argument(args, 0)
    return text instanceof Unknown ? unknownOf(call) : filled(textOfValue(text), args[1], call)
  },
}

function read(args: readonly Value[], { scope }: Call): string | undefined {
  return scope.read(textOfValue(argument(args, 0)))
}

function encoded(text: string | undefined, encode: (text: string) => string, call: Call): Value {
  return text === undefined ? unknownOf(call) : encode(text)
}

function filled(text: string, variables: Value | undefined, call: Call): Value {
  const root = parseHclTemplate(text)
  if (root === undefined) return unknownOf(call)
  const names = variables !== undefined && isMap(variables) ? mapOfValue(variables) : new Map<string, Value>()
  const scope = { ...call.scope, names, resolve: () => undefined }
  call.scope.budget.step(text.length >> 4)
  return call.scope.budget.deeper(() => templatePartsValue(root.children, { path: '', text, root }, scope, false))
}
