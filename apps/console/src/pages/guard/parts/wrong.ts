import { GatehouseError } from '@gatehouse/client'
import { explain } from '../../../api/explain.ts'

/** Returns the service's error for a field of a request, by its name or path prefix. */
export function wrongAt(error: unknown, name: string): string | undefined {
  if (!(error instanceof GatehouseError)) return undefined
  return error.violations.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
}

/** Returns the error as a sentence, unless a named field of the form shows it. */
export function wrongElsewhere(error: unknown, names: readonly string[]): string | undefined {
  if (error === null || error === undefined) return undefined
  const isShown =
    error instanceof GatehouseError &&
    error.violations.length > 0 &&
    error.violations.every(({ path }) => names.some((name) => path === name || path.startsWith(`${name}.`)))
  return isShown ? undefined : explain(error).sentence
}
