// MCP server process with the official SDK.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

import { toolServer } from '../../kit/tool-server.ts'

await toolServer().connect(new StdioServerTransport())
