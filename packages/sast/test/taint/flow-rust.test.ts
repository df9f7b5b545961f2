import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [rust]
  severity: HIGH
  message: m
  options: {taint_assume_safe_numbers: true}
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

/** Code around that of each row. */
const AROUND = `struct Job { text: String, rest: &'static str }
impl Job { fn new(text: String) -> Self { Self { text, rest: "" } } fn run(&self) { sink(&self.text) } }
trait Sends { fn send(&self, text: String); }
struct Mail {}
impl Sends for Mail { fn send(&self, text: String) { sink(text) } }
mod inner { pub fn go(x: String) { sink(x) } }
fn same(x: &str) -> String { let y = x.to_owned(); y }
fn other(x: &str) -> String { String::from("a") }
fn numbered(x: i64) { sink(x) }
`

const FOUND = [
  'let a = source(); sink(a);',
  'let a = format!("x {}", source()); sink(&a);',
  'let n = source(); let a = format!("x {n:>4}"); sink(a.as_str());',
  'let n = source(); let a = format!("{1} {0}", n.trim(), 1); sink(a);',
  'let n = source(); let a = format!("{q}", q = n.a.b(1)); sink(a);',
  'let n = source(); let mut s = String::new(); write!(s, "a{}", n).unwrap(); sink(&s);',
  'let mut s = String::new(); s.push_str(&source()); sink(&s);',
  'let mut s = String::from("a"); s += &source(); sink(&s);',
  'if let Some(x) = source() { sink(x); }',
  'if let Some(x) = source() && true { sink(x); } else { other("a"); }',
  'while let Some(x) = source() { sink(x); }',
  'let x = match source() { Ok(v) => v, Err(_) => return }; sink(x);',
  'let x = match source() { v if v.is_empty() => "a", v => v }; sink(x);',
  'let Some(x) = source() else { return; }; sink(x);',
  'let x = loop { break source(); }; sink(x);',
  'let x = { let y = source(); y }; sink(x);',
  'let x = source()?; sink(x?);',
  'let s = source(); let v = vec!["a", s]; sink(v[1]);',
  'let v: Vec<String> = source().split(",").map(|s| s.trim().to_string()).collect(); for x in &v { sink(x); }',
  'let mut m = HashMap::new(); m.insert("a", source()); sink(m.get("a").unwrap());',
  'let s = Job { text: source(), rest: "x" }; sink(s.text);',
  'let Job { text, .. } = Job { text: source(), rest: "x" }; sink(text);',
  'let Job { text: t, rest } = Job { text: source(), rest: "x" }; sink(t);',
  'let (a, _, c) = (1, 2, source()); sink(c);',
  'let f = |x: String| sink(x); f(source());',
  'let x = source(); let y = async move { x }.await; sink(y);',
  'tokio::spawn(async move { sink(source()); });',
  'let x = source(); let t = thread::spawn(move || { sink(x); });',
  'let p = Path::new("/a").join(source()); sink(p);',
  'let x = same(&source()); sink(x);',
  'Job::new(source()).run();',
  'let s = Job::new(source()); s.run();',
  'let s: Box<dyn Sends> = Box::new(Mail {}); s.send(source());',
  'let x = Some(source()).unwrap_or_default(); sink(x);',
  'let x = source().ok_or("a").map_err(|e| e)?; sink(x);',
  'inner::go(source());',
  'let x = &mut source(); let y = (*x).clone(); sink(&y[1..]);',
  "let a: Cow<'_, str> = source().into(); sink(a.as_ref());",
]

const SAFE = [
  'let n = source(); let a = format!("x {}", "c"); sink(a.as_str());',
  'let x = match source().as_str() { "a" => "b", _ => "c" }; sink(x);',
  'let x = match source() { A::B(_) | A::C => "b", _ => "c" }; sink(x);',
  'let x = source().parse::<u32>().unwrap(); sink(x);',
  'let id: i32 = source().parse()?; sink(id);',
  'sink(source() as u8);',
  'let s = source(); sink(format!("{}", s as u32));',
  'numbered(source());',
  'let s = source(); let v = vec!["a", s]; sink(v[0]);',
  'let mut m = HashMap::new(); m.insert("a", source()); sink(m.get("b").unwrap());',
  'let s = Job { text: source(), rest: "x" }; sink(s.rest);',
  'let (a, b) = (source(), 1); sink(b);',
  'let mut x = source(); x = "a".to_string(); sink(x);',
  'let mut b = String::new(); std::io::stdin().read_line(&mut b); sink(b);',
  'let x = other(&source()); sink(x);',
  'let s = Job::new("a".into()); s.run();',
  'let x = source(); return; sink(x);',
  'let x = source(); sink(matches!(x, Some(_)));',
  'let x = source(); sink(x.len());',
]

const ROWS = [...FOUND.map((code) => [code, 1] as const), ...SAFE.map((code) => [code, 0] as const)]

test.each(ROWS)('%s: %i', async (code, count) => {
  const text = `${AROUND}fn main() {\n${code}\n}\n`
  expect(places(await findings(RULE, { 'src/main.rs': text }))).toHaveLength(count)
})
