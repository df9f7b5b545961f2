/** Names of values of a function. They are looked up so often that making them anew each time took longer than the rest. */
const results: string[] = []
const thrown: string[] = []
const parameters: string[] = []
const afters: string[][] = []

/** What a call gives back. */
export function resultKey(call: number): string {
  return (results[call] ??= `r${call}`)
}

/** What a call throws. */
export function thrownKey(call: number): string {
  return (thrown[call] ??= `t${call}`)
}

/** What an argument (-1: the receiver, -2: what is called) holds after a call. */
export function afterKey(call: number, index: number): string {
  const keys = (afters[index + 2] ??= [])
  return (keys[call] ??= `a${call}:${index}`)
}

/** A parameter; -1 is the receiver. */
export function parameterKey(index: number): string {
  return (parameters[index + 1] ??= `p${index}`)
}
