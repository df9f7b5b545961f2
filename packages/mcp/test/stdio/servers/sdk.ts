// A tool server made with the official SDK, as a process.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

import { toolServer } from '../../kit/tool-server.ts'

await toolServer().connect(new StdioServerTransport())
