import { generateObject, tool } from 'ai'
import { createTool } from '@mastra/core/tools'
import { FunctionTool } from 'llamaindex'
import { run } from '@openai/agents'
import { exec } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const shell = promisify(exec)

export async function plan(model, prompt: string) {
  const { object } = await generateObject({ model, prompt })
  // ruleid: javascript-llm-output-command-injection
  await shell(object.command)
  // ruleid: javascript-llm-output-path-traversal
  await writeFile(object.path, object.text)
}

export const clean = createTool({
  id: 'clean',
  execute: async ({ context }) => {
    // ruleid: javascript-llm-output-command-injection
    exec(`rm -r ${context.folder}`)
  },
})

export const count = FunctionTool.from(async ({ sql }) => db.query('select count(*) from t where a = $1', [sql]), {})

export const ask = FunctionTool.from(
  // ruleid: javascript-llm-output-sql-injection
  async ({ sql }) => db.query(sql),
  {},
)

export async function answer(agent, question: string) {
  const result = await run(agent, question)
  // ruleid: javascript-llm-output-xss
  document.body.innerHTML = result.finalOutput
  // ok: javascript-llm-output-xss
  document.body.textContent = result.finalOutput
}

export async function uses(client) {
  const message = await fetchMessage(client)
  for (const block of message.content) {
    if (block.type === 'tool_use') {
      // ruleid: javascript-llm-output-command-injection
      exec(block.input.command)
    }
  }
}

export async function engine(queryEngine, query: string) {
  const found = await queryEngine.query({ query })
  // ruleid: javascript-llm-output-code-injection
  eval(found.response)
  // ok: javascript-llm-output-code-injection
  JSON.parse(found.response)
}
