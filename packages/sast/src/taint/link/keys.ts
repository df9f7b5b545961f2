/** Cached keys of function values: lookups are so frequent that creating the keys took most of the time. */
const results: string[] = []
const thrown: string[] = []
const parameters: string[] = []
const afters: string[][] = []

/** Returns the key of a call's result. */
export function resultKey(call: number): string {
  return (results[call] ??= `r${call}`)
}

/** Returns the key of a call's exception. */
export function thrownKey(call: number): string {
  return (thrown[call] ??= `t${call}`)
}

/** Returns the key of an argument (-1: the receiver, -2: the callee) after a call. */
export function afterKey(call: number, index: number): string {
  const keys = (afters[index + 2] ??= [])
  return (keys[call] ??= `a${call}:${index}`)
}

/** A parameter; -1 is the receiver. */
export function parameterKey(index: number): string {
  return (parameters[index + 1] ??= `p${index}`)
}
