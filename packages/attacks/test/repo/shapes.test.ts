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

  test('is inferred from its used members if its class is not available', async () => {
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

describe('a message in the address', () => {
  test.each([
    [
      'a.js',
      `app.get('/ask', async (req, res) => { const { question } = req.query; res.json({ answer: await runAgent(question) }) })`,
    ],
    [
      'b.ts',
      `const app = new Hono(); app.get('/ask', async (c) => c.json({ answer: await runAgent(c.req.query('question')) }))`,
    ],
    [
      'c.py',
      `app = FastAPI()\n@app.get("/ask")\ndef ask(question: str, top: int = 3):\n    return {"answer": agent.run(question)}\n`,
    ],
    [
      'd.py',
      `app = Flask("a")\n@app.route("/ask")\ndef ask():\n    return jsonify(answer=agent.run(request.args.get("question")))\n`,
    ],
  ])('is detected: %s', async (path, code) => {
    const target = await targetOf({ [path]: code })
    expect(target?.target).toMatchObject({
      agentEndpoint: '/ask?question={{message}}',
      method: 'GET',
      customApiTemplate: { responsePath: 'answer' },
    })
  })

  test('is also detected for POST, next to a session', async () => {
    const code = `app = FastAPI()\n@app.post("/chat/{room}")\ndef chat(room: str, message: str, session_id: str, tone: str):\n    return agent.run(message)\n`
    const target = await targetOf({ 'a.py': code })
    expect(target?.target).toMatchObject({
      agentEndpoint: '/chat/{{uuid}}?message={{message}}&session_id={{session_id}}&tone=test',
      method: 'POST',
      session: { madeBy: 'client' },
    })
    expect(target?.target.customApiTemplate).toBeUndefined()
  })
})

describe('the reply', () => {
  test('is found in the response class, in any file', async () => {
    const code = `
from .words import Wish, Answer
@router.post("/query")
def query(wish: Wish = Body(...)) -> Answer:
    return Answer(answer=ask_model(wish.question), took=1)
`
    expect(await template({ 'a.py': code })).toEqual({
      bodyTemplate: '{"question": {{message}}}',
      responsePath: 'answer',
    })
  })

  test('with errors only has no inferred path', async () => {
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

describe('code without an agent', () => {
  test('has no target: an order route', async () => {
    const code = `app.post('/orders', (req, res) => res.json({ order: save(req.body.items) }))`
    expect(await targetOf({ 'a.js': code })).toBeUndefined()
  })

  test('has a low-confidence target if only the route name suggests an agent', async () => {
    const code = `app.post('/api/chat', (req, res) => handle(req, res))`
    const target = await targetOf({ 'a.js': code })
    expect(target?.confidence).toBeLessThan(50)
    expect(target?.open.join()).toContain('bodyTemplate')
  })

  test('with calls of other services has no routes', async () => {
    const code = `axios.post('/chat', body, (a) => generateText({ prompt: a })); request.post('/agent', done)`
    expect((await readRepo(memoryFolder({ 'a.js': code }))).routes).toEqual([])
  })
})
