import { nestedOf, valueOrUnknown } from './blocks.ts'
import type { Scope } from './evaluate.ts'
import { attributesIn, type Block, blocksIn, type ConfigFile } from './files.ts'
import type { HclNode } from '@gatehouse/sast/configuration'
import { fromJson } from './print.ts'
import { isList, isMap, textOfValue, Unknown, type Value } from './value.ts'

/** The names of a statement's parts: in Terraform, and in the document. */
const PARTS: readonly (readonly [string, string])[] = [
  ['sid', 'Sid'],
  ['effect', 'Effect'],
  ['actions', 'Action'],
  ['not_actions', 'NotAction'],
  ['resources', 'Resource'],
  ['not_resources', 'NotResource'],
]

/** The policy that a block of `data "aws_iam_policy_document"` describes. */
export function policyDocument({ file, body }: Block, scope: Scope): Value {
  const attributes = attributesIn(file, body)
  const statements = blocksIn(file, body)
    .flatMap((block) => nestedOf(block, scope, () => undefined))
    .filter(({ type }) => type === 'statement')
    .map((item) => statementOf(item.block.file, item.body, item.scope))
  const other = ['source_json', 'source_policy_documents', 'override_json', 'override_policy_documents'].flatMap(
    (name) => {
      const node = attributes.get(name)
      return node === undefined ? [] : statementsIn(valueOrUnknown(node, file, scope))
    },
  )
  return new Map<string, Value>([
    ['Version', '2012-10-17'],
    ['Statement', [...other, ...statements]],
  ])
}

/** Returns the statements of other documents; an unknown document adds none. */
function statementsIn(value: Value): readonly Value[] {
  const texts = isList(value) ? value : [value]
  return texts.flatMap((text) => {
    const parts = text instanceof Unknown ? text.parts : typeof text === 'string' ? [text] : undefined
    const document = parts === undefined ? undefined : fromJson(parts)
    const found = document !== undefined && isMap(document) ? document.get('Statement') : undefined
    return found === undefined ? [] : isList(found) ? found : [found]
  })
}

function statementOf(file: ConfigFile, body: HclNode, scope: Scope): Value {
  const attributes = attributesIn(file, body)
  const statement = new Map<string, Value>()
  for (const [name, part] of PARTS) {
    const node = attributes.get(name)
    const value = node === undefined ? null : valueOrUnknown(node, file, scope)
    if (value !== null) statement.set(part, single(value))
    else if (name === 'effect') statement.set('Effect', 'Allow')
  }
  for (const nested of blocksIn(file, body).flatMap((block) => nestedOf(block, scope, () => undefined))) {
    const inner = attributesIn(nested.block.file, nested.body)
    const valueAt = (name: string): Value => {
      const node = inner.get(name)
      return node === undefined ? null : valueOrUnknown(node, nested.block.file, nested.scope)
    }
    if (nested.type === 'principals') addTo(statement, 'Principal', textAt(valueAt('type')), valueAt('identifiers'))
    if (nested.type === 'not_principals')
      addTo(statement, 'NotPrincipal', textAt(valueAt('type')), valueAt('identifiers'))
    if (nested.type === 'condition') {
      const before = statement.get('Condition')
      const conditions = new Map(before !== undefined && isMap(before) ? before : [])
      const test = textAt(valueAt('test'))
      const known = conditions.get(test)
      conditions.set(
        test,
        new Map([
          ...(known !== undefined && isMap(known) ? known : []),
          [textAt(valueAt('variable')), single(valueAt('values'))],
        ]),
      )
      statement.set('Condition', conditions)
    }
  }
  return statement
}

/** Everyone is written as a star alone. */
function addTo(statement: Map<string, Value>, part: string, type: string, identifiers: Value): void {
  const value = single(identifiers)
  if (type === '*' || (type === 'AWS' && value === '*')) {
    statement.set(part, type === '*' ? '*' : new Map([['AWS', '*']]))
    return
  }
  const before = statement.get(part)
  statement.set(part, new Map([...(before !== undefined && isMap(before) ? before : []), [type, value]]))
}

/** Unwraps a list of one item, as Terraform does. */
function single(value: Value): Value {
  return isList(value) && value.length === 1 ? value[0]! : value
}

function textAt(value: Value): string {
  return typeof value === 'string' ? textOfValue(value) : 'unknown'
}
