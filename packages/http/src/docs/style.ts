/** The whole style of the page. Its hash is in the page's content security policy, so nothing else can be put in. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #14171c);
  --panel: light-dark(#f5f6f8, #1b1f26);
  --line: light-dark(#dfe3e8, #2c323c);
  --ink: light-dark(#1b2330, #e4e8ee);
  --soft: light-dark(#5b6675, #98a3b3);
  --link: light-dark(#0b5cad, #7ab7ff);
  --good: light-dark(#116b3a, #6fd39b);
  --warm: light-dark(#9a4a00, #f0b06a);
  --bad: light-dark(#a3213a, #ff92a4);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem; background: var(--panel);
  border-right: 1px solid var(--line); font-size: 13px }
nav .brand { display: block; font-weight: 650; font-size: 16px; color: var(--ink); text-decoration: none }
nav h2 { margin: 1.25rem 0 .25rem; font-size: 11px; font-weight: 650; letter-spacing: .06em; text-transform: uppercase;
  color: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: flex; gap: .5rem; align-items: baseline; padding: .2rem .35rem; border-radius: 5px; color: var(--ink);
  text-decoration: none }
nav li a:hover { background: var(--line) }
nav li span:last-child { overflow-wrap: anywhere }
main { padding: 2rem 2.5rem 6rem; max-width: 84rem }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; letter-spacing: -.01em }
.version { font-size: .95rem; font-weight: 400; color: var(--soft) }
main h2 { margin: 3rem 0 0; font-size: 1.2rem; text-transform: capitalize }
h3 { margin: 0; font-size: 1.1rem }
h4 { margin: 1.25rem 0 .35rem; font-size: 12px; letter-spacing: .05em; text-transform: uppercase; color: var(--soft) }
a { color: var(--link) }
article { padding: 1.5rem 0; border-bottom: 1px solid var(--line) }
article:target h3 { color: var(--link) }
.line { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .4rem 0 }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { margin: 0; padding: .85rem 1rem; overflow: auto; max-height: 30rem; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px }
pre code { white-space: pre-wrap; overflow-wrap: anywhere }
.path { font-size: 14px }
.method { flex: none; min-width: 3.6em; padding: .05em .4em; border: 1px solid currentColor; border-radius: 4px;
  font: 650 10.5px/1.6 ui-monospace, Menlo, Consolas, monospace; text-align: center; color: var(--soft) }
.method.get { color: var(--link) }
.method.post { color: var(--good) }
.method.put, .method.patch { color: var(--warm) }
.method.delete { color: var(--bad) }
.key { padding: 0 .55em; border-radius: 99px; background: var(--panel); border: 1px solid var(--line); font-size: 12px;
  color: var(--soft) }
.fields { list-style: none; margin: 0; padding: 0 }
.fields .fields { margin: .25rem 0 .25rem .3rem; padding-left: .9rem; border-left: 2px solid var(--line) }
.fields li { padding: .3rem 0 }
.fields p, .answer p { margin: .1rem 0 0; color: var(--soft); font-size: 13.5px }
.name { font-weight: 600 }
.type { color: var(--link); font-size: 13px; overflow-wrap: anywhere }
.required { color: var(--bad); font-size: 12px }
.optional, .limits { color: var(--soft); font-size: 12.5px }
summary { cursor: pointer }
.answer { margin: .3rem 0 }
.answer > .fields { margin-left: 1rem }
.status { display: inline-block; min-width: 2.6em; font: 600 13px/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--soft) }
.status.good { color: var(--good) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
@media (max-width: 72rem) { .columns { grid-template-columns: minmax(0, 1fr) } }
@media (max-width: 50rem) {
  body { grid-template-columns: minmax(0, 1fr) }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) }
  main { padding: 1.25rem 1rem 4rem }
}
@media print { nav { display: none } body { display: block } }
`
