import { readFile } from 'node:fs/promises'

const slugify = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

export async function loadSnippet(slug: string): Promise<string> {
  const name = slugify(slug)
  return readFile(`content/snippets/${name}`, 'utf8')
}
