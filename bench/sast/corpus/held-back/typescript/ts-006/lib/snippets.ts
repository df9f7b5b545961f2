import { readFile } from 'node:fs/promises'

const slugify = (text: string): string => text.toLowerCase().replace(/\s+/g, '-')

export async function loadSnippet(slug: string): Promise<string> {
  const name = slugify(slug)
  return readFile(`content/snippets/${name}`, 'utf8')
}
