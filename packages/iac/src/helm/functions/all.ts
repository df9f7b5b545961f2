import { parseTemplate } from '../template/parse.ts'
import type { GoFunction } from '../template/execute.ts'
import { TemplateProblem } from '../template/node.ts'
import { ExecutionProblem, isTrue } from '../template/value.ts'
import { at, textAt } from './arguments.ts'
import { COLLECTION_FUNCTIONS } from './collections.ts'
import { ENCODING_FUNCTIONS } from './encoding.ts'
import { LOGIC_FUNCTIONS } from './logic.ts'
import { STRING_FUNCTIONS } from './strings.ts'

/** Functions for templates and for the cluster. */
const CHART_FUNCTIONS: Readonly<Record<string, GoFunction>> = {
  include: (args, call) => call.include(textAt(args, 0), at(args, 1)),
  tpl: (args, call) => {
    const text = textAt(args, 0)
    if (!text.includes('{{')) return text
    call.world.budget.step(text.length >> 3)
    try {
      const { body, defines } = parseTemplate('', text)
      for (const [name, nodes] of defines) call.world.templates.set(name, { path: '', nodes })
      return call.part('', body, at(args, 1))
    } catch (thrown) {
      if (thrown instanceof TemplateProblem)
        throw new ExecutionProblem(`The text passed to tpl is not a valid template: ${thrown.message}`)
      throw thrown
    }
  },
  required: (args, call) => {
    if (!isTrue(at(args, 1))) call.tell(`A required value is missing: ${textAt(args, 0)}`)
    return at(args, 1)
  },
  fail: (args, call) => {
    call.tell(`The chart rejected its values: ${textAt(args, 0)}`)
    return ''
  },
  // The cluster is unknown.
  lookup: () => new Map(),
}

const TABLES = [CHART_FUNCTIONS, STRING_FUNCTIONS, COLLECTION_FUNCTIONS, LOGIC_FUNCTIONS, ENCODING_FUNCTIONS]

/** Names of all supported template functions. */
export const HELM_FUNCTION_NAMES: readonly string[] = TABLES.flatMap((table) => Object.keys(table)).toSorted()

/** Returns a function by its name. `mustX` maps to `x`, because `mustX` fails where `x` returns nothing. */
export function functionNamed(name: string): GoFunction | undefined {
  for (const table of TABLES) if (Object.hasOwn(table, name)) return table[name]
  const plain = /^must([A-Z]\w{0,100})$/.exec(name)?.[1]
  return plain === undefined ? undefined : functionNamed(plain.charAt(0).toLowerCase() + plain.slice(1))
}
