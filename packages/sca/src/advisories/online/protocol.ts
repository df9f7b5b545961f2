import { z } from 'zod'
import type { PackageVersion } from '../database.ts'

/**
 * OSV API: `POST /v1/querybatch`, `GET /v1/vulns/{id}`.
 * @see https://google.github.io/osv.dev/api/
 */

/** Maximum number of queries per request; the service rejects more. */
export const BATCH_QUERIES_MAX = 1_000
/** Maximum number of vulnerabilities per package and page. Own limit: some thirty times the actual page size. */
const PAGE_VULNERABILITIES_MAX = 100_000
const TEXT_UNITS_MAX = 8_192

const Reference = z.object({ id: z.string().min(1).max(256), modified: z.string().max(64).default('') })

/** A vulnerability that an answer names. */
export type Reference = z.infer<typeof Reference>

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .max(PAGE_VULNERABILITIES_MAX)
    .nullish()
    .transform((items) => items ?? [])

export const BatchAnswer = z.object({
  results: z
    .array(
      z
        .object({
          vulns: list(Reference),
          next_page_token: z
            .string()
            .max(TEXT_UNITS_MAX)
            .nullish()
            .transform((token) => (token === null || token === '' ? undefined : token)),
        })
        .nullish()
        .transform((result) => result ?? { vulns: [], next_page_token: undefined }),
    )
    .max(BATCH_QUERIES_MAX),
})

/** Query for one package; the token selects the page. */
export interface Query {
  readonly wanted: PackageVersion
  readonly pageToken?: string
}

export function batchBody(queries: readonly Query[]): string {
  return JSON.stringify({
    queries: queries.map(({ wanted: { ecosystem, name, version }, pageToken }) => ({
      package: { ecosystem, name },
      // OSV writes versions of Go without the `v` that go.mod asks for.
      version: ecosystem === 'Go' ? version.replace(/^v(?=\d)/, '') : version,
      ...(pageToken !== undefined && { page_token: pageToken }),
    })),
  })
}
