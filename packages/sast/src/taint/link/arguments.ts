import type { CallFacts, FunctionFacts, Path } from '../facts.ts'

/** Mapping of a part of an argument in the called function: `from` is the part, `to` its path in the parameter. */
export interface Passed {
  readonly parameter: number
  readonly from: Path
  readonly to: Path
}

/** Returns the parameters that receive an argument of a call. @param index -1 is the receiver */
export function passedTo(
  call: CallFacts,
  index: number,
  { parameters }: Pick<FunctionFacts, 'parameters'>,
): readonly Passed[] {
  if (index < 0) return []
  const name = call.arguments[index]
  if (call.spread?.includes(index) === true) return spread(index, parameters)
  if (typeof name === 'string') {
    const at = parameters.findIndex((parameter) => parameter.name === name && !parameter.isRest)
    if (at !== -1) return [{ parameter: at, from: [], to: [] }]
    const rest = parameters.findLastIndex(({ isRest }) => isRest)
    return rest === -1 ? [] : [{ parameter: rest, from: [], to: [name] }]
  }
  return positional(index, parameters)
}

function positional(index: number, parameters: FunctionFacts['parameters']): readonly Passed[] {
  const rest = parameters.findIndex(({ isRest }) => isRest)
  if (rest !== -1 && index >= rest) return [{ parameter: rest, from: [], to: [String(index - rest)] }]
  return index < parameters.length ? [{ parameter: index, from: [], to: [] }] : []
}

/** Maps an expanded argument, which may contain positional and named arguments. */
function spread(index: number, parameters: FunctionFacts['parameters']): readonly Passed[] {
  return parameters.flatMap((parameter, at) => {
    if (parameter.isRest) return [{ parameter: at, from: [], to: [] }]
    const byName = { parameter: at, from: [parameter.name], to: [] }
    return at < index ? [byName] : [{ parameter: at, from: [String(at - index)], to: [] }, byName]
  })
}

/** Returns the arguments of a call for a parameter. */
export function argumentsFor(
  call: CallFacts,
  parameter: number,
  { parameters }: Pick<FunctionFacts, 'parameters'>,
): readonly Passed[] {
  return call.arguments.flatMap((_name, index) =>
    passedTo(call, index, { parameters })
      .filter((item) => item.parameter === parameter)
      .map(({ from, to }) => ({ parameter: index, from: to, to: from })),
  )
}
