/** Joins the truthy class names. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ')
}
