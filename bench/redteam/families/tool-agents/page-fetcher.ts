import { serveMcp, ToolError } from './mcp.ts'
import { pair } from './pair.ts'
import { fetchAllowed, fetchUrl } from './web.ts'

const toText = (html: string): string =>
  html
    .replace(/<[^>]{0,500}>/gu, ' ')
    .replace(/[ \t]+/gu, ' ')
    .trim()

/** Fetches web pages; the weak version connects to any address. */
export const pageFetcher = pair({
  name: 'page-fetcher',
  protocol: 'mcp',
  weaknesses: ['ssrf', 'secret_disclosure'],
  allowedTools: ['fetch_page', 'check_link'],
  start: (port, hardened) => {
    const load = async (url: string): Promise<string> => {
      try {
        return await (hardened ? fetchAllowed(url) : fetchUrl(url))
      } catch (error) {
        throw new ToolError(`Fetch failed: ${(error as Error).message}`)
      }
    }
    const url = { type: 'string', description: 'Address of the page', maxLength: 500 } as const
    return serveMcp(port, {
      name: 'page-fetcher',
      strict: hardened,
      tools: [
        {
          name: 'fetch_page',
          description: 'Fetch a web page as text.',
          properties: { url },
          required: ['url'],
          call: async (args) => toText(await load(String(args['url']))),
        },
        {
          name: 'check_link',
          description: 'Check whether a link works.',
          properties: { url },
          required: ['url'],
          call: async (args) => `Reachable, ${(await load(String(args['url']))).length} bytes.`,
        },
      ],
    })
  },
})
