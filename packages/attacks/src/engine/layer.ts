import type { Strategy } from './strategy.ts'

/** A third one adds nothing but length. Ours. */
export const LAYERS_MAX = 3

/**
 * Why strategies cannot be applied one after the other, in a sentence; undefined: they can. Wrappers come first and codes last:
 * a frame around what nobody can read any more, or a code of a code, says nothing to anybody.
 * @param strategies  first to last, as they are applied
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

/** Messages that strategies make of one when they are applied one after the other. */
function stepsOf(strategies: readonly Strategy[]): number {
  return strategies.reduce((sum, { steps }) => sum + steps - 1, 1)
}
