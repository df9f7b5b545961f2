import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BROWSER_PATH, patient_ms } from '@gatehouse/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addedText } from '../../src/redteam/browser-page.ts'
import { startBrowserTarget } from '../../src/redteam/browser-target.ts'
import { put, readReport, redteam, temporaryFolder } from './support.ts'

const TEST_MS = patient_ms(60_000)
const html = (body: string): string => `<!doctype html><meta charset="utf-8"><title>Chat</title><body>${body}`
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** Compliant with requests to join quoted words, as attacks contain them. */
const answerTo = (message: string): string => {
  const words = [...message.matchAll(/"([a-z]{4,10})"/g)].map(([, word]) => word)
  return words.length >= 2 ? words.join('') : `We open at nine. You wrote ${message.trim().length} characters.`
}

type Handler = (path: string, body: string, request: IncomingMessage, response: ServerResponse) => string | undefined

async function serve(handler: Handler): Promise<string> {
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const page = handler(request.url ?? '', body, request, response)
      if (page !== undefined) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function open(url: string, selectors = {}, timeout_ms = 20_000) {
  const local = await startBrowserTarget(
    { url, selectors, program: BROWSER_PATH, timeout_ms },
    { env: {}, stderr: { write: () => true } },
  )
  onTestFinished(() => local.close())
  const { baseUrl, auth } = local.target as { baseUrl: string; auth: { token: string } }
  return async (message: string, session = 'one', token = auth.token) => {
    const response = await fetch(baseUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ message, session_id: session }),
    })
    return (await response.json()) as { readonly reply?: string; readonly error?: string }
  }
}

/** Reloads for each message and shows the last reply only. */
const FORM_PAGE: Handler = (_path, body) => {
  const message = new URLSearchParams(body).get('q')
  const shown = message === null ? '' : `<p>${escaped(message)}</p><div><b>${escaped(answerTo(message))}</b></div>`
  return html(`<h1>Shop</h1>${shown}<form method="post"><input type="text" name="q"><button>Ask</button></form>`)
}

/** Streams the reply slowly after a typing indicator. */
const STREAMING_PAGE: Handler = (path, body, _request, response) => {
  if (path !== '/say') {
    return html(`<h1>Help desk</h1><input type="search" placeholder="Search the site"><div id="log"></div>
      <textarea placeholder="Message"></textarea><div role="button" aria-label="Attach">+</div><button aria-label="Send message">x</button>
      <script>
        const [area, log] = [document.querySelector('textarea'), document.querySelector('#log')]
        const add = (text) => { const div = document.createElement('div'); div.textContent = text; log.append(div); return div }
        document.querySelector('button').onclick = async () => {
          const message = area.value
          area.value = ''
          add(message).style.whiteSpace = 'pre-wrap'
          const bot = add('Assistant is typing…')
          const answer = await fetch('/say', { method: 'POST', body: message })
          const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
          for (let text = ''; ;) {
            const { value, done } = await reader.read()
            if (done) break
            bot.textContent = text += value
          }
        }
      </script>`)
  }
  response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders()
  const words = answerTo(body).split(' ')
  const step = (at: number): void => {
    if (at === words.length) return void response.end()
    response.write(`${words[at]} `)
    setTimeout(() => step(at + 1), at === 2 ? 1_300 : 20)
  }
  setTimeout(() => step(0), 1_300)
  return undefined
}

/** A launcher opens a widget in a shadow root, in a frame; Enter sends, and the reply arrives over a timer. */
const WIDGET_PAGE: Handler = (path) =>
  path === '/frame'
    ? html(`<div id="host"></div><script>
        const root = document.querySelector('#host').attachShadow({ mode: 'open' })
        root.innerHTML = '<style>p { color: black }</style><button>Open chat</button>'
        root.querySelector('button').onclick = () => {
          root.innerHTML = '<section></section><div contenteditable="true" role="textbox"></div>'
          const box = root.querySelector('[contenteditable]')
          const add = (text) => { const p = document.createElement('p'); p.innerText = text; root.querySelector('section').append(p); return p }
          let count = 0
          box.onkeydown = (event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            add('You: ' + box.innerText.replace(/\\n/g, ' '))
            box.innerText = ''
            setTimeout(() => add('Widget reply ' + (count += 1)), 300)
          }
        }
      </script>`)
    : html('<h1>Company</h1><p>Welcome.</p><iframe src="/frame" width="400" height="300"></iframe>')

describe.skipIf(BROWSER_PATH === undefined)('chat pages in a browser', () => {
  test.each([
    ['a form that reloads the page', FORM_PAGE],
    ['a page that streams', STREAMING_PAGE],
  ])(
    'the reply of %s is complete and contains no echo',
    async (_name, page) => {
      const say = await open(await serve(page))
      expect(await say('When do you open?')).toEqual({ reply: answerTo('When do you open?') })
      // The same reply again, and a message of several lines.
      expect(await say('When do you open?')).toEqual({ reply: answerTo('When do you open?') })
      expect(await say('Please join\n"dokubeza" and "nitaro".')).toEqual({ reply: 'dokubezanitaro' })
      expect(await say('x', 'one', 'wrong')).toEqual({ error: 'unauthorized' })
    },
    TEST_MS,
  )

  test(
    'a widget in a frame and a shadow root is opened, and each session has a page of its own',
    async () => {
      const say = await open(await serve(WIDGET_PAGE))
      expect(await say('Hello')).toEqual({ reply: 'Widget reply 1' })
      expect(await say('Hello\nagain')).toEqual({ reply: 'Widget reply 2' })
      expect(await say('Hello', 'two')).toEqual({ reply: 'Widget reply 1' })
    },
    TEST_MS,
  )

  test(
    'selectors replace the detection',
    async () => {
      const page =
        html(`<textarea id="note"></textarea><input id="chat"><button id="other">Send</button><i id="go">go</i>
        <p class="bot">Hi</p><aside></aside><script>
        document.querySelector('#go').onclick = () => {
          document.querySelector('aside').textContent = 'Advertisement ' + Math.random()
          document.querySelector('.bot').insertAdjacentHTML('afterend', '<p class="bot">Got: ' + document.querySelector('#chat').value + '</p>')
        }</script>`)
      const url = await serve(() => page)
      const say = await open(url, { input: '#chat', send: '#go', reply: '.bot' })
      expect(await say('one')).toEqual({ reply: 'Got: one' })
      expect(await (await open(url, { input: '#none' }, 4_000))('one')).toEqual({ error: 'No input matches #none.' })
    },
    TEST_MS,
  )

  test(
    'hostile pages end in time with an error or with the text so far',
    async () => {
      const chat = (script: string): string =>
        html(`<form onsubmit="event.preventDefault(); act()"><input><button>Send</button></form><pre></pre><script>
          function act() { ${script} }</script>`)
      const url = await serve((path) => {
        if (path === '/endless')
          return chat('setInterval(() => document.querySelector("pre").textContent += " more", 20)')
        if (path === '/alerts') return chat('for (;;) alert("stay")')
        if (path === '/loop') return chat('for (;;);')
        if (path === '/dialog')
          return chat('alert("a"); confirm("b"); open("/"); document.querySelector("pre").textContent = "done"')
        if (path === '/download')
          return chat(
            'const a = document.createElement("a"); a.href = "data:application/zip,x"; a.download = "x"; a.click()',
          )
        if (path === '/away') return chat('location.href = "http://169.254.169.254/latest/meta-data/"')
        return chat('')
      })
      const results = await Promise.all(
        ['endless', 'alerts', 'loop', 'dialog', 'download', 'away'].map(async (path) => {
          const say = await open(`${url}${path}`, {}, 6_000)
          const first = await say('Hello')
          return [path, first.reply?.slice(0, 10) ?? first.error]
        }),
      )
      expect(Object.fromEntries(results)).toEqual({
        endless: 'more more ',
        alerts: expect.stringMatching(/does not respond|shows no reply/),
        loop: 'The page does not respond.',
        dialog: 'done',
        download: 'The page shows no reply. Set --browser-reply.',
        away: expect.stringContaining('169.254.169.254 is a cloud metadata address, which the egress policy blocks'),
      })
    },
    patient_ms(90_000),
  )

  test(
    'redirects, subresources and sockets to forbidden addresses are blocked',
    async () => {
      const url = await serve((path, _body, _request, response) => {
        if (path === '/start') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
        if (path === '/hop') return void response.writeHead(302, { location: 'http://10.0.0.9/secret' }).end()
        return html(`<form onsubmit="event.preventDefault(); act()"><input><button>Send</button></form><pre></pre><script>
          const blocked = (work) => work.then(() => 'reached', () => 'blocked')
          const socket = (url) => new Promise((resolve, reject) => Object.assign(new WebSocket(url), { onopen: resolve, onerror: reject }))
          async function act() {
            document.querySelector('pre').textContent = (await Promise.all([
              blocked(fetch('/own')), blocked(fetch('/hop', { mode: 'no-cors' })),
              blocked(fetch('http://192.168.1.1/', { mode: 'no-cors' })), blocked(socket('ws://10.1.1.1/'))])).join()
          }</script>`)
      })
      expect(await (await open(url))('Hello')).toEqual({ reply: 'reached,blocked,blocked,blocked' })
      const { error } = await (await open(`${url}start`, {}, 8_000))('Hello')
      expect(error).toContain('169.254.169.254')
      await expect(open('http://169.254.169.254/')).rejects.toThrow('cloud metadata address')
      await expect(open('file:///etc/passwd')).rejects.toThrow('scheme file is not allowed')
    },
    TEST_MS,
  )

  test(
    'a run attacks a page of the command line, or of the run file',
    async () => {
      const url = await serve(FORM_PAGE)
      const folder = temporaryFolder()
      const args = ['--categories', 'prompt_injection', '--rounds', '0', '--max-attacks', '4', '--no-serve', '-q']
      const result = await redteam(folder, ['run', '--target-browser', url, ...args, '--report', 'report.json'])
      expect([0, 1, 3]).toContain(result.code)
      const report = readReport(folder, 'report.json')
      expect([report.summary.totalAttacks, report.summary.errors]).toEqual([4, 0])
      expect(report.target).toMatchObject({ type: 'http_agent', name: url })
      put(folder, 'run.yaml', `browser: { url: "${url}", input: "#none" }\n`)
      const failed = await redteam(folder, [
        'run',
        '--config',
        'run.yaml',
        '--timeout',
        '4',
        ...args,
        '--max-attacks',
        '1',
      ])
      expect(failed.out + failed.err).toContain('No input matches #none')
    },
    TEST_MS,
  )
})

test.each([
  [['--target-browser', 'http://127.0.0.1:9', '--browser-path', '/none'], 'program /none not found. Install Chromium'],
  [['--target-browser', 'http://127.0.0.1:9', '--target-module', 'x'], 'Only one of --command, --target-command, --target-module and --target-browser'], // prettier-ignore
  [['--target', 'http://127.0.0.1:9', '--browser-input', '#x'], '--browser-path require --target-browser'],
])('%j is rejected', async (options, problem) => {
  const result = await redteam(temporaryFolder(), ['run', ...options, '--no-serve'])
  expect([result.code, result.err]).toEqual([2, expect.stringContaining(problem)])
})

test.each([
  [['Hi'], ['Hi', 'Hello', 'Hi'], 'Hello', 'Hi'],
  [['Hi'], ['You: one two', 'Sure.'], 'one\ntwo', 'Sure.'],
  [[], ['one', 'two', 'one two three'], 'one\ntwo', 'one two three'],
  [['a'], ['a'], 'x', ''],
])('added text of %j and %j', (before, after, message, added) => {
  expect(addedText(before, after, message)).toBe(added)
})
