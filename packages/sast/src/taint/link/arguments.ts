import type { CallFacts, FunctionFacts, Path } from '../facts.ts'

/** Where a part of an argument goes in the function that is called: `from` is the part, `to` where in the parameter it is put. */
export interface Passed {
  readonly parameter: number
  readonly from: Path
  readonly to: Path
}

/** The parameters that an argument of a call goes to. @param index -1 is the receiver */
export function passedTo(
  call: CallFacts,
  index: number,
  { parameters }: Pick<FunctionFacts, 'parameters'>,
): readonly Passed[] {
  if (index < 0) return []
  const name = call.arguments[index]
  if (call.spread?.includes(index) === true) return spread(index, parameters)
  if (typeof name === 'string') {
    const at = parameters.findIndex((one) => one.name === name && !one.isRest)
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

/** What stands for all that it holds may hold places and names. */
function spread(index: number, parameters: FunctionFacts['parameters']): readonly Passed[] {
  return parameters.flatMap((one, at) => {
    if (one.isRest) return [{ parameter: at, from: [], to: [] }]
    const byName = { parameter: at, from: [one.name], to: [] }
    return at < index ? [byName] : [{ parameter: at, from: [String(at - index)], to: [] }, byName]
  })
}

/** The arguments of a call that a parameter stands for. */
export function givenAs(
  call: CallFacts,
  parameter: number,
  { parameters }: Pick<FunctionFacts, 'parameters'>,
): readonly Passed[] {
  return call.arguments.flatMap((_name, index) =>
    passedTo(call, index, { parameters })
      .filter((one) => one.parameter === parameter)
      .map(({ from, to }) => ({ parameter: index, from: to, to: from })),
  )
}
