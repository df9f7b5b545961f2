import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { toolServer } from './tool-server.ts'

await toolServer().connect(new StdioServerTransport())
