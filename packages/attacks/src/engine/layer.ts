import type { Strategy } from './strategy.ts'

/** A third layer adds nothing but length. Own limit. */
export const LAYERS_MAX = 3

/**
 * Returns why strategies cannot be combined, as a sentence; undefined: they can. Wrappers come first and encodings last: a frame around
 * encoded text, or an encoding of an encoding, is unreadable for any model.
 * @param strategies in the order of application
 */
export function layerProblem(strategies: readonly Strategy[], maxSteps: number): string | undefined {
  if (strategies.length > LAYERS_MAX) return `at most ${LAYERS_MAX} strategies can be layered`
  const closed = strategies.slice(0, -1).find(({ isOuter }) => !isOuter)
  if (closed !== undefined) return `nothing can be applied to what ${closed.name} makes: it has to come last`
  const names = strategies.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `${twice} can be applied only once`
  const long = strategies.filter(({ group }) => group === 'overflow' || group === 'shots')
  if (long.length > 1) return `${long.map(({ name }) => name).join(' and ')} make the message too long together`
  const steps = stepsOf(strategies)
  return steps > maxSteps ? `${names.join(' and ')} need ${steps} messages, and ${maxSteps} are allowed` : undefined
}

/** Returns the number of messages that combined strategies make of one. */
function stepsOf(strategies: readonly Strategy[]): number {
  return strategies.reduce((sum, { steps }) => sum + steps - 1, 1)
}
