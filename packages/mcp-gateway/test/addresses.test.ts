import { describe, expect, test } from 'vitest'
import { isSafeAddress, withSafeAddresses } from '../src/screening/addresses.ts'

test.each([
  'https://a.example/x',
  'http://a.example/x',
  'note://internal/1',
  'postgres://db/table/schema',
  'ui://widget/main.html',
  'urn:uuid:1',
  'data:image/png;base64,AA==',
  'relative/path',
  'file:///project/src/main.rs',
  'file://localhost/srv/x',
  'file:/srv/x',
  '',
])('%j is an address without code execution', (uri) => {
  expect(isSafeAddress(uri)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript\r:alert(1)',
  'vbscript:msgbox',
  'data:text/html,<script>1</script>',
  'data:image/svg+xml;base64,AA==',
  'blob:https://a.example/1',
  'view-source:javascript:1',
  'ms-msdt:/id',
  'search-ms:query=x',
  'vscode:mcp/install?x',
  'cursor://anysphere.cursor-deeplink/mcp/install',
  'intent://x#Intent;end',
  'smb://a.example/x',
  '\\\\a.example\\x',
  'file://a.example/share/x',
  'file:////a.example/share/x',
  'file:relative',
])('%j is not a safe address', (uri) => {
  expect(isSafeAddress(uri)).toBe(false)
})

const RUNS = 'javascript:alert(1)'
const NOTE = { type: 'text', text: '[URL withheld because it can run code.]' }

describe('a message', () => {
  test('without unsafe addresses is unchanged', () => {
    const message = {
      content: [{ type: 'resource_link', uri: 'note://1', name: 'n' }],
      structuredContent: { uri: RUNS },
    }
    expect(withSafeAddresses(message)).toBe(message)
  })

  test('loses items that refer to them', () => {
    const site = { name: 'n', websiteUrl: RUNS }
    const message = {
      content: [
        { type: 'text', text: RUNS },
        { type: 'resource_link', uri: RUNS, name: 'n' },
        { type: 'resource', resource: { uri: RUNS, text: 't' } },
      ],
      messages: [{ role: 'user', content: { type: 'resource_link', uri: RUNS, name: 'n' } }],
      resources: [
        { uri: RUNS, name: 'a' },
        { uri: 'note://1', name: 'b', icons: [{ src: RUNS }, { src: 'https://a.example/i.png', onload: RUNS }] },
      ],
      resourceTemplates: [
        { uriTemplate: 'java{x}script:{y}', name: 'c' },
        { uriTemplate: 'note://{id}', name: 'd' },
      ],
      prompts: [{ name: 'p', icons: [{ src: 'data:text/html,1' }] }],
      contents: [{ uri: RUNS, text: 't' }],
      serverInfo: site,
    }
    expect(withSafeAddresses(message)).toEqual({
      content: [message.content[0], NOTE, NOTE],
      messages: [{ role: 'user', content: NOTE }],
      resources: [{ uri: 'note://1', name: 'b', icons: [{ src: 'https://a.example/i.png' }] }],
      resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'd' }],
      prompts: [{ name: 'p', icons: [] }],
      contents: [],
      serverInfo: { name: 'n' },
    })
  })
})
