import type { McpTool } from '@gatehouse/contracts/agents'
import { canonicalHash } from '@gatehouse/kernel'

/** A server's texts of a tool. */
export interface ToolTexts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>> | undefined
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined
  readonly annotations: Readonly<Record<string, unknown>> | undefined
}

/** Individually pinned parts of a definition: a caller may send a single one. */
export const PINNED_PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const
export type PinnedPart = (typeof PINNED_PARTS)[number]

/** SHA-256 by part, hexadecimal; a part that the tool does not have is absent. */
export type Pins = Readonly<Partial<Record<PinnedPart, string>>>

/** A tool in the words of the protocol, from either dialect. */
export function toolTexts(tool: { readonly [Field in keyof McpTool]?: McpTool[Field] | undefined }): ToolTexts {
  return {
    title: tool.title ?? undefined,
    description: tool.description ?? undefined,
    inputSchema: tool.inputSchema ?? tool.input_schema ?? tool.schema ?? undefined,
    outputSchema: tool.outputSchema ?? tool.output_schema ?? undefined,
    annotations: tool.annotations ?? undefined,
  }
}

/** The hash of the whole definition, and of each of its parts. */
export function pinsOf(name: string, texts: ToolTexts): { readonly hash: string; readonly parts: Pins } {
  const parts: Partial<Record<PinnedPart, string>> = {}
  for (const part of PINNED_PARTS) {
    const value = texts[part]
    if (value !== undefined) parts[part] = canonicalHash(value)
  }
  return { hash: canonicalHash({ name, ...texts }), parts }
}

/** Parts that the caller sent and that are not as they were pinned. */
export function changedParts(pins: Pins, texts: ToolTexts): readonly PinnedPart[] {
  return PINNED_PARTS.filter((part) => {
    const value = texts[part]
    return value !== undefined && canonicalHash(value) !== pins[part]
  })
}
