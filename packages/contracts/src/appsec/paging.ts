import { z } from 'zod'

/** docs/spec/appsec.md "Lists". */
export const PAGE_LIMIT = 20
export const PAGE_LIMIT_MAX = 100
/** Own limit: beyond the end of any list. */
const PAGE_MAX = 1_000_000

/** Position of a page in a list. Out-of-range values are rejected with 400. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT),
})

export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() })
export type Pagination = z.infer<typeof Pagination>

/** @param total  number of entries on all pages */
export function paginationOf({ page, limit }: z.infer<typeof PageQuery>, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}
