/** JSON-RPC 2.0 as the Model Context Protocol uses it. */
export type JsonRpcId = string | number
export type Fields = Readonly<Record<string, unknown>>

export interface JsonRpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: JsonRpcId
  readonly method: string
  readonly params?: Fields
}

export interface JsonRpcNotification {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: Fields
}

export interface JsonRpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type JsonRpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: JsonRpcId; readonly result: Fields }
  | { readonly jsonrpc: '2.0'; readonly id: JsonRpcId | null; readonly error: JsonRpcError }

export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse
