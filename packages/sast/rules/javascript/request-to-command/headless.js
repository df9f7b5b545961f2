const puppeteer = require('puppeteer')
const app = require('express')()

app.get('/shot', async (req, res) => {
  const browser = await puppeteer.launch()
  const page = await browser.newPage()
  // ruleid: javascript-code-injection-headless-browser
  await page.evaluate(`find("${req.query.name}")`)
  // ruleid: javascript-code-injection-headless-browser
  await page.evaluateOnNewDocument('start(' + req.query.name + ')')
  // ruleid: javascript-code-injection-headless-browser
  await page.addScriptTag({ content: req.body.script })
  // ok: javascript-code-injection-headless-browser
  await page.evaluate((name) => find(name), req.query.name)
  // ok: javascript-code-injection-headless-browser
  await page.evaluate(`find(${JSON.stringify(req.query.name)})`)
  // ok: javascript-code-injection-headless-browser
  await page.evaluate('document.title')
  // ok: javascript-code-injection-headless-browser
  await xpath.evaluate(req.query.name)
  res.end()
})
