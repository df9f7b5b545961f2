import { Failure } from '@gatehouse/kernel'

/** A UUID as PostgreSQL takes it; anything else names nothing. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * The row, when it belongs to the organization. docs/spec/appsec.md: what is of another organization is 403, what is nowhere 404.
 * @param what  how a message names it, e.g. `project`
 * @throws {Failure} `not_found`, `not_a_member`
 */
export function owned<Row extends { readonly organizationId: string }>(
  row: Row | undefined,
  organizationId: string,
  what: string,
): Row {
  if (row === undefined) throw new Failure('not_found', `There is no such ${what}.`)
  if (row.organizationId === organizationId) return row
  throw new Failure('not_a_member', `The ${what} belongs to an organization that you are not a member of.`)
}
