import { Failure } from '@gatehouse/kernel'

/** UUID in PostgreSQL's format; any other value matches nothing. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * Returns the row if it belongs to the organization. docs/spec/appsec.md: resources of another organization are 403, unknown ones 404.
 * @param subject name in the message, such as `project`
 * @throws {Failure} `not_found`, `not_a_member`
 */
export function owned<Row extends { readonly organizationId: string }>(
  row: Row | undefined,
  organizationId: string,
  subject: string,
): Row {
  if (row === undefined) throw new Failure('not_found', `${subject[0]!.toUpperCase()}${subject.slice(1)} not found.`)
  if (row.organizationId === organizationId) return row
  throw new Failure('not_a_member', `The ${subject} belongs to an organization that you are not a member of.`)
}
