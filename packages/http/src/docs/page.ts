export function docsPage(_document: Readonly<Record<string, unknown>>): { html: string; policy: string } {
  return { html: '<!doctype html>', policy: "default-src 'none'" }
}
