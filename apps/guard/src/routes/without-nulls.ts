/** A body without the fields that are null: some clients write null for what they do not have. */
export function withoutNulls<Body extends object>(
  body: Body,
): { readonly [Name in keyof Body]: Exclude<Body[Name], null> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [Name in keyof Body]: Exclude<Body[Name], null>
  }
}
