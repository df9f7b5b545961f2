import { z } from 'zod'
import type { PackageVersion } from '../database.ts'

/**
 * The interface of OSV for programs: `POST /v1/querybatch`, `GET /v1/vulns/{id}`.
 * @see https://google.github.io/osv.dev/api/
 */

/** Queries of one request; more are refused. */
export const BATCH_QUERIES_MAX = 1_000
/** Most vulnerabilities of one package on one page. Ours: some thirty times what a page has. */
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

/** A question about one package; the token names the page. */
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
