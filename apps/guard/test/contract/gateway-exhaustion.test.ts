import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { post } from '../serve.ts'
import { type ChatService, chatTeam, serveChat } from './chat-team.ts'

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const LARGE = 1024 * 1024
const data = 'A'.repeat(2 * LARGE)
const picture = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]
const source = { type: 'base64', media_type: 'image/png', data }

/** Large requests of each API, with images that are not screened. */
const REQUESTS = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: picture }] }],
  ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'image', source }] }] }],
  [
    '/v1/responses',
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: picture[0]!.image_url.url }] }] },
  ],
] as const

describe('a large request that finds no memory', () => {
  test.each(REQUESTS)('answers 503 with a time to retry: %s', async (path, rest) => {
    const team = await chatTeam(service, `memory${path.replaceAll('/', '-')}`, () => 'ok')
    const concat = Buffer.concat.bind(Buffer)
    const send = async (failing: number) => {
      let large = 0
      vi.spyOn(Buffer, 'concat').mockImplementation((list, size) => {
        const length = size ?? list.reduce((sum, part) => sum + part.length, 0)
        if (length > LARGE && (large += 1) === failing) throw new RangeError('Array buffer allocation failed')
        return concat(list, size)
      })
      const answer = await post(`${service.url}${path}`, { model: 'small', ...rest }, { 'x-api-key': team.key })
      vi.restoreAllMocks()
      return answer
    }
    // First the body as it arrives, then the body for the provider.
    for (const failing of [1, 2]) {
      const { status, headers, body } = await send(failing)
      expect([failing, status, Number(headers.get('retry-after')) > 0]).toEqual([failing, 503, true])
      expect(body['error']).toMatchObject({ message: expect.stringContaining('memory') as string })
    }
    expect(service.log.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
