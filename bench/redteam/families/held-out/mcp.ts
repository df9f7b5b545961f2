/** Tool of an MCP server with text arguments. */
export interface McpTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, string>>
  readonly optional?: readonly string[]
  readonly run: (args: Readonly<Record<string, string>>) => string | Promise<string>
}

/** Failure that the caller sees as a tool error. */
export class ToolError extends Error {}

export function listTools(tools: readonly McpTool[]): unknown {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(tool.parameters).map(([name, description]) => [name, { type: 'string', description }]),
      ),
      required: Object.keys(tool.parameters).filter((name) => tool.optional?.includes(name) !== true),
    },
  }))
}

export async function callTool(
  tools: readonly McpTool[],
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const result = (text: string, isError: boolean) => ({ content: [{ type: 'text', text }], isError })
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) return result(`Unknown tool: ${name}`, true)
  const texts: Record<string, string> = {}
  for (const parameter of Object.keys(tool.parameters)) {
    const value = args[parameter]
    if (value === undefined && tool.optional?.includes(parameter) !== true)
      return result(`Missing argument: ${parameter}`, true)
    texts[parameter] = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  }
  try {
    return result(await tool.run(texts), false)
  } catch (error) {
    return result(error instanceof ToolError ? error.message : 'The tool failed.', true)
  }
}
