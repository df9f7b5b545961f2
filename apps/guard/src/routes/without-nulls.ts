/** Returns a body without null fields: some clients write null for missing values. */
export function withoutNulls<Body extends object>(
  body: Body,
): { readonly [Name in keyof Body]: Exclude<Body[Name], null> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [Name in keyof Body]: Exclude<Body[Name], null>
  }
}
