import type { CodeBase } from '../code-base.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { asksModel } from './reach.ts'

/** Parts of an agent that have weaknesses of their own. */
export const SIGNALS = [
  'model',
  'retrieval',
  'memory',
  'several_agents',
  'mcp_client',
  'mcp_server',
  'web_pages',
] as const
export type SignalKind = (typeof SIGNALS)[number]

export interface FoundSignal {
  readonly kind: SignalKind
  readonly what: string
  readonly path: string
  readonly line: number
}

/** Maximum number per kind: more add no information. */
const OF_KIND_MAX = 20
const PATH_UNITS_MAX = 200

const CALLS: readonly (readonly [kind: SignalKind, form: RegExp])[] = [
  [
    'retrieval',
    /(?:similarity_?search\w{0,30}|as_?retriever|get_relevant_documents|getRelevantDocuments|VectorStoreIndex\.\w{1,30}|from_?documents|createEmbedding|embed_?(?:query|many|documents)|embeddings\.create|file_?search|FileSearchTool|RetrievalQA\.\w{1,30}|create_?retrieval_?chain)$/i,
  ],
  [
    'memory',
    /(?:ConversationBuffer\w{0,20}Memory|ConversationSummary\w{0,20}Memory|MemorySaver|InMemorySaver|PostgresSaver\w{0,20}|SqliteSaver\w{0,20}|BufferMemory|ChatMessageHistory|RunnableWithMessageHistory|InMemoryStore|MemoryClient|Mem0\w{0,10}|ZepClient|SQLiteSession|ChatMemoryBuffer\.\w{1,30})$/,
  ],
  [
    'several_agents',
    /(?:Crew|handoff|create_?supervisor|create_?swarm|create_?handoff_?tool|GroupChat|GroupChatManager|RoundRobinGroupChat|SelectorGroupChat|as_tool|delegate_?task)$/i,
  ],
  [
    'mcp_client',
    /(?:MCPServerStdio|MCPServerSse|MCPServerStreamableHttp|MCPServerHTTP|MultiServerMCPClient|experimental_createMCPClient|createMCPClient|stdio_client|streamablehttp_client|sse_client|StreamableHTTPClientTransport|StdioClientTransport|HostedMCPTool|MCPToolset|MCPClient)$/,
  ],
  ['mcp_server', /^(?:McpServer|FastMCP|mcp\.run|StdioServerTransport|StreamableHTTPServerTransport)$/],
  [
    'web_pages',
    /(?:WebSearchTool|WebBaseLoader|CheerioWebBaseLoader|TavilySearch\w{0,20}|webSearch|web_search|DuckDuckGoSearch\w{0,10}|SerpAPI|FirecrawlApp|page\.goto|BeautifulSoup|load_html|cheerio\.load)$/,
  ],
]
const MODULES: readonly (readonly [kind: SignalKind, form: RegExp])[] = [
  [
    'retrieval',
    /^(?:@pinecone-database\/pinecone|pinecone|chromadb|weaviate\w{0,10}|qdrant_client|@qdrant\/|faiss|pgvector|lancedb|llama_index|llamaindex|@upstash\/vector|pymilvus)/,
  ],
  ['memory', /^(?:mem0\w{0,5}|zep_\w{1,20}|@getzep\/|langgraph\.checkpoint|@langchain\/langgraph-checkpoint)/],
  [
    'several_agents',
    /^(?:crewai|autogen\w{0,20}|langgraph_supervisor|langgraph_swarm|@langchain\/langgraph-(?:supervisor|swarm))/,
  ],
  [
    'mcp_client',
    /^(?:@modelcontextprotocol\/(?:sdk\/client|client)|langchain_mcp_adapters|mcp\.client|@langchain\/mcp-adapters)/,
  ],
]

/** Detects the components of a code base by its calls and imports. */
export function findSignals(base: CodeBase): readonly FoundSignal[] {
  const found = base.files.flatMap((file) => [...ofCalls(file, base), ...ofModules(file)])
  return SIGNALS.flatMap((kind) => found.filter((item) => item.kind === kind).slice(0, OF_KIND_MAX))
}

function ofCalls(file: SourceFile, base: CodeBase): readonly FoundSignal[] {
  return file.calls.flatMap((call): FoundSignal[] => {
    const { path, line } = call
    if (path.length > PATH_UNITS_MAX) return []
    const place = { what: path, path: file.path, line }
    const kinds = CALLS.filter(([, form]) => form.test(path)).map(([kind]) => kind)
    return [...(asksModel(call, file, base) ? (['model'] as const) : []), ...kinds].map((kind) => ({ kind, ...place }))
  })
}

function ofModules(file: SourceFile): readonly FoundSignal[] {
  return [...file.imports.values()].flatMap(({ module }): FoundSignal[] =>
    module.length > PATH_UNITS_MAX
      ? []
      : MODULES.filter(([, form]) => form.test(module)).map(([kind]) => ({
          kind,
          what: module,
          path: file.path,
          line: 1,
        })),
  )
}
