import type { SarifResult } from '@gatehouse/formats/artifacts'
import { DATA_FLOW_STEPS_MAX, type DataFlowStep } from '../observation.ts'

type Flow = NonNullable<SarifResult['flow']>

/** Returns the data flow of a finding for SARIF. Omits invalid steps, because stored metadata is untrusted. */
export function flowOf({ dataFlow }: Readonly<Record<string, unknown>>): Flow {
  if (!Array.isArray(dataFlow)) return []
  return dataFlow.slice(0, DATA_FLOW_STEPS_MAX).flatMap((step: unknown): Flow => {
    if (!isStep(step)) return []
    const { filePath, line, column, endLine = line, endColumn, snippet, message, role } = step
    return [
      {
        path: filePath,
        startLine: line,
        endLine,
        startColumn: column,
        ...(endColumn !== undefined && { endColumn }),
        ...(snippet !== undefined && { snippet }),
        says: message,
        isEssential: role !== 'step',
      },
    ]
  })
}

function isStep(value: unknown): value is DataFlowStep {
  if (typeof value !== 'object' || value === null) return false
  const { filePath, line, column, message } = value as Partial<Record<keyof DataFlowStep, unknown>>
  return typeof filePath === 'string' && isPosition(line) && isPosition(column) && typeof message === 'string'
}

function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
