/** Head of a report page. */
export interface PageHead {
  readonly title: string
  /** Named facts below the title, in order. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** CSS of the page in addition to the common style. */
  readonly style: string
}

/** Returns the beginning of a self-contained page without scripts and external resources. Its body is open at `main`. */
export function pageStart({ title, facts, style }: PageHead): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${htmlText(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<header>
<h1>${htmlText(title)}</h1>
<dl>${facts.map(([name, value]) => `<div><dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd></div>`).join('')}</dl>
</header>
<main>
`
}

/** End of a page that `pageStart` began. */
export const PAGE_END = '</main>\n</body>\n</html>\n'

/**
 * Escapes text for HTML elements and double-quoted attributes. Control characters and direction marks are replaced by visible ones: a text
 * must not look like another one.
 */
export function htmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (item) => ENTITY[item]!)
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--critical:#b00040;--high:#c4480a;--medium:#8a6d00;--low:#2f6f4f;--info:#5a6472}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;margin:0 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}h3{font-size:1rem;margin:0}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:.4rem 1.5rem;margin:0}dt{font-size:.8rem;opacity:.7}dd{margin:0;overflow-wrap:anywhere}
article{border:1px solid var(--line);border-left-width:.35rem;border-radius:.3rem;padding:.7rem .9rem;margin:.6rem 0}
code{font:13px/1.45 ui-monospace,monospace}p{margin:.3rem 0}
pre{overflow-x:auto;background:#8881;padding:.5rem;border-radius:.3rem;margin:.4rem 0}
.marks{display:flex;flex-wrap:wrap;gap:.3rem;font-size:.8rem}.marks span{border:1px solid var(--line);border-radius:1rem;padding:0 .5rem}
@media print{article{break-inside:avoid}}
`
