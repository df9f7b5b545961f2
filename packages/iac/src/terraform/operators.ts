import { EvaluationProblem, isEqual, numberOfValue, truthOfValue, Unknown, type Value } from './value.ts'

/**
 * Returns `a op b` of two values.
 * @param source source code, for a result that stays unknown
 * @throws {EvaluationProblem} for values without this operation
 */
export function binaryValue(operator: string, left: Value, right: Value, source: string): Value {
  if (operator === '&&' || operator === '||') return logicalValue(operator, left, right, source)
  if (left instanceof Unknown || right instanceof Unknown) return new Unknown(source)
  if (operator === '==') return isEqual(left, right)
  if (operator === '!=') return !isEqual(left, right)
  return arithmetic(operator, numberOfValue(left), numberOfValue(right))
}

/** Evaluates a logical operation; one operand may be enough. */
function logicalValue(operator: '&&' | '||', left: Value, right: Value, source: string): Value {
  const decides = operator === '||'
  for (const side of [left, right]) if (!(side instanceof Unknown) && truthOfValue(side) === decides) return decides
  return left instanceof Unknown || right instanceof Unknown ? new Unknown(source) : !decides
}

function arithmetic(operator: string, a: number, b: number): Value {
  if (operator === '+') return a + b
  if (operator === '-') return a - b
  if (operator === '*') return a * b
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  if (operator === '<=') return a <= b
  if (operator === '>=') return a >= b
  if (b === 0) throw new EvaluationProblem('Division by zero.')
  return operator === '/' ? a / b : a % b
}

export function unaryValue(operator: string, value: Value, source: string): Value {
  if (value instanceof Unknown) return new Unknown(source)
  return operator === '!' ? !truthOfValue(value) : -numberOfValue(value)
}
