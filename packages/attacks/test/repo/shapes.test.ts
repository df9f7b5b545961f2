import { describe, expect, test } from 'vitest'
import { readRepo } from '../../src/repo/read-repo.ts'
import { memoryFolder } from './memory-folder.ts'

const targetOf = async (files: Record<string, string>) => (await readRepo(memoryFolder(files))).targets[0]
const template = async (files: Record<string, string>) => (await targetOf(files))?.target.customApiTemplate

const python = (fields: string, body = 'return {"text": agent.run(ask.lines).output}') => `
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Ask(BaseModel):
    ${fields}
@app.post("/assistant")
def talk(ask: Ask):
    ${body}
`

describe('the body', () => {
  test.each([
    ['messages: str', '{"messages": {{message}}}'],
    ['messages: list[str]', '{"messages": [{{message}}]}'],
    ['messages: list[Line]', '{"messages": [{"role": "user", "content": {{message}}}]}'],
    ['user_question: str', '{"user_question": {{message}}}'],
    ['prompt: str\n    system_prompt: str = ""', '{"prompt": {{message}}}'],
    [
      'text: str\n    pages: int\n    deep: bool\n    tags: list',
      '{"text": {{message}}, "pages": 1, "deep": false, "tags": []}',
    ],
  ])('of %j is written as the code reads it', async (fields, expected) => {
    expect(await template({ 'main.py': python(fields) })).toEqual({ bodyTemplate: expected, responsePath: 'text' })
  })

  test('is known by what is used of it, where its class cannot be seen', async () => {
    const code = `
from .words import Wish, wish_service
router = APIRouter(prefix="/agent")
@router.post("/grant")
async def grant(wish: Wish, service: WishService):
    return {"answer": await ask_model(wish.query, wish.thread_id)}
`
    expect(await template({ 'a.py': code })).toEqual({
      bodyTemplate: '{"query": {{message}}, "thread_id": {{session_id}}}',
      responsePath: 'answer',
    })
  })

  test('of a page that sends parts has parts', async () => {
    const code = `
import type { UIMessage } from 'ai'
app.post('/chat', async (c) => {
  const { messages } = (await c.req.json()) as { messages: UIMessage[] }
  return streamText({ messages }).toUIMessageStreamResponse()
})`
    expect((await template({ 'src/app.ts': code }))?.bodyTemplate).toContain('"parts"')
  })
})

describe('the reply', () => {
  test('of errors alone says nothing of where its words are', async () => {
    const code = `
fastify.post('/chat', async (request, reply) => {
  if (!request.body.message) return reply.status(400).send({ error: 'empty' })
  return askAgent(request.body.message)
})`
    const target = await targetOf({ 'src/app.ts': code })
    expect(target?.target.customApiTemplate).toEqual({ bodyTemplate: '{"message": {{message}}}' })
    expect(target?.open.join()).toContain('responsePath')
  })

  test('is found however deep it is', async () => {
    const code = `
app.post('/v1/chat/completions', async (req, res) => {
  const out = { id: 'x', choices: [{ message: { role: 'assistant', content: await runAgent(req.body.messages) } }] }
  res.send(out)
})`
    expect((await template({ 'src/app.js': code }))?.responsePath).toBe('choices.0.message.content')
  })
})

describe('what is no agent', () => {
  test('is none: a route that takes an order', async () => {
    const code = `app.post('/orders', (req, res) => res.json({ order: save(req.body.items) }))`
    expect(await targetOf({ 'a.js': code })).toBeUndefined()
  })

  test('is proposed with little confidence where only its name speaks for one', async () => {
    const code = `app.post('/api/chat', (req, res) => handle(req, res))`
    const target = await targetOf({ 'a.js': code })
    expect(target?.confidence).toBeLessThan(50)
    expect(target?.open.join()).toContain('bodyTemplate')
  })

  test('calls of other services are no routes', async () => {
    const code = `axios.post('/chat', body, (a) => generateText({ prompt: a })); request.post('/agent', done)`
    expect((await readRepo(memoryFolder({ 'a.js': code }))).routes).toEqual([])
  })
})
