import { createHash } from 'node:crypto'
import { parseDocument, stringify } from 'yaml'
import { fromJson, toJson, valueOfJson } from '../print.ts'
import { EvaluationProblem, isKnown, isList, isMap, textOfValue, Unknown, type Value } from '../value.ts'
import { argument, checkedLength, type Functions } from './function.ts'

const text = (args: readonly Value[]): string => textOfValue(argument(args, 0))

/** Own limit: aliases of a YAML text. */
const ALIASES_MAX = 100

/** Functions that encode; unknown parts of their arguments appear in the text as code. */
export const WRITING_FUNCTIONS: Functions = {
  jsonencode: (args) => toJson(argument(args, 0)),
  yamlencode: (args, { source }) =>
    isKnown(argument(args, 0)) ? stringify(plain(argument(args, 0))) : new Unknown(source),
  jsondecode: (args, { source }) => {
    const value = argument(args, 0)
    if (!(value instanceof Unknown)) return decodedJson(textOfValue(value))
    return (value.parts === undefined ? undefined : fromJson(value.parts)) ?? new Unknown(source)
  },
}

export const ENCODING_FUNCTIONS: Functions = {
  base64encode: (args) => Buffer.from(text(args)).toString('base64'),
  base64decode: (args) => Buffer.from(text(args), 'base64').toString(),
  textencodebase64: (args) => Buffer.from(text(args)).toString('base64'),
  urlencode: (args) => encodeURIComponent(text(args)).replaceAll('%20', '+'),
  urldecode: (args) =>
    decodeURIComponent(
      text(args)
        .replaceAll('+', ' ')
        .replace(/%(?![0-9a-fA-F]{2})/g, '%25'),
    ),
  md5: (args) => hash('md5', text(args), 'hex'),
  sha1: (args) => hash('sha1', text(args), 'hex'),
  sha256: (args) => hash('sha256', text(args), 'hex'),
  sha512: (args) => hash('sha512', text(args), 'hex'),
  base64sha256: (args) => hash('sha256', text(args), 'base64'),
  base64sha512: (args) => hash('sha512', text(args), 'base64'),
  csvdecode: (args) => decodedCsv(text(args)),
  yamldecode: (args) => {
    checkedLength(text(args).length)
    const document = parseDocument(text(args), { logLevel: 'silent' })
    if (document.errors.length > 0) throw new EvaluationProblem('The value is not valid YAML.')
    return valueOfJson(document.toJS({ maxAliasCount: ALIASES_MAX }))
  },
}

function decodedJson(json: string): Value {
  try {
    return valueOfJson(JSON.parse(json))
  } catch {
    throw new EvaluationProblem('The value is not valid JSON.')
  }
}

function hash(algorithm: string, input: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(input).digest(encoding)
}

/** Decodes comma-separated lines; quoted fields may contain commas but no line breaks. */
function decodedCsv(csv: string): Value {
  const [head, ...rows] = csv
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((item) => item[1] ?? item[2] ?? ''))
  return rows.map((row) => new Map((head ?? []).map((name, at) => [name, row[at] ?? ''])))
}

function plain(value: Value): unknown {
  if (isList(value)) return value.map(plain)
  return isMap(value) ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)])) : value
}
